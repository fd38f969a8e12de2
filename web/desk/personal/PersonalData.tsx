import { useState } from 'react'
import { activities, copyTexts, legalBasisNames } from '#/api/desk/personal.texts.ts'
import { personalPartNames } from '#/api/desk/personal-parts.texts.ts'
import type { PersonalCopyFormat } from '#/domain/desk/personal.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { useRead } from '#/web/kernel/query.ts'
import { useProof } from '#/web/parts/proof/useProof.tsx'
import { ZipTask } from '#/web/shell/ZipTask.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { personalTexts as texts } from './texts.ts'

/** The register of processing activities, one block per activity. */
function ProcessingRegister() {
  const t = useText()
  const register = useRead(api.personal.register, {})
  return (
    <QueryContent query={register} lines={6}>
      {(rows) => (
        <div className="k-stack">
          {rows.map(({ category, parts, bases }) => {
            const { name, purpose, ground, recipients } = activities[category]
            const contents = parts.flatMap((part) => (personalPartNames[part] ? [t(personalPartNames[part])] : []))
            return (
              <section key={category}>
                <h3>{t(name)}</h3>
                <Facts
                  rows={[
                    { label: t(copyTexts.contents), value: joinList(contents) },
                    { label: t(copyTexts.purpose), value: t(purpose) },
                    { label: t(copyTexts.ground), value: t(ground) },
                    { label: t(copyTexts.period), value: bases.map((basis) => <div key={basis}>{t(legalBasisNames[basis])}</div>) },
                    { label: t(copyTexts.recipients), value: t(recipients) },
                  ]}
                />
              </section>
            )
          })}
        </div>
      )}
    </QueryContent>
  )
}

/** 我的个人信息: an operator requests a copy of the data and reads the reasons for storing it (个人信息保护法 §44–47). */
export function PersonalData() {
  const t = useText()
  const { withProof } = useProof()
  const [taskId, setTask] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const request = (format: PersonalCopyFormat) => withProof(async () => setTask((await api.personal.copy({ format })).taskId))
  return (
    <section className="k-card p-section" aria-labelledby="personal-data">
      <h2 id="personal-data">{t(texts.title)}</h2>
      <div className="k-stack">
        <p className="k-muted">{t(texts.note)}</p>
        <div className="k-row">
          <Button type="primary" onClick={() => void request('pdf')}>
            {t(texts.pdf)}
          </Button>
          <Button onClick={() => void request('json')}>{t(texts.json)}</Button>
          {taskId ? <ZipTask key={taskId} taskId={taskId} download={texts.download} /> : null}
        </div>
        <Facts
          rows={[
            { label: t(texts.correct), value: t(texts.correctHow) },
            { label: t(texts.remove), value: t(texts.removeHow) },
          ]}
        />
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{t(texts.register)}</summary>
          {isOpen ? <ProcessingRegister /> : null}
        </details>
      </div>
    </section>
  )
}
