import { useState } from 'react'
import { paperNames } from '#/api/people/papers.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { useRequest } from '#/web/kernel/useRequest.ts'
import { documentTexts as texts } from './documents.texts.ts'
import { PictureField } from './PictureField.tsx'
import { fillTemplate } from './phrases.ts'
import { useCall } from './useCall.ts'

function UnreadableDocuments({ failure, onRetry }: { readonly failure: string; readonly onRetry: () => void }) {
  return (
    <>
      <p className="r-why" role="alert">
        {failure}
      </p>
      <button type="button" className="l-link" onClick={onRetry}>
        {inCurrentLanguage(texts.again)}
      </button>
    </>
  )
}

/** The pictures that a reviewer requested from a person: one of each kind, submitted once. */
export function PersonDocuments({ ticket }: { readonly ticket: string }) {
  const [turn, setTurn] = useState(0)
  const [isDone, setDone] = useState(false)
  const { answer, failure, retry } = useRequest(`${turn} ${ticket}`, () => api.papers.open({ ticket }))
  // The last answer stays visible during a refetch.
  const [last, setLast] = useState(answer)
  if (answer && answer !== last) setLast(answer)
  const { isBusy, failure: refused, attempt } = useCall()
  if (isDone)
    return (
      <p className="r-state r-state-active" role="status">
        {inCurrentLanguage(texts.done)}
      </p>
    )
  if (failure) return <UnreadableDocuments failure={failure} onRetry={retry} />
  const latestAnswer = answer ?? last
  if (!latestAnswer) return <span className="r-wait" role="status" aria-label={inCurrentLanguage(texts.loading)} />
  const isComplete = latestAnswer.wanted.every((kind) => latestAnswer.papers.some((paper) => paper.kind === kind))
  return (
    <>
      <p className="l-lead r-lead">{fillTemplate(inCurrentLanguage(texts.lead), { name: latestAnswer.name, unit: latestAnswer.unitName })}</p>
      <p className="r-why">{fillTemplate(inCurrentLanguage(texts.why), { reason: latestAnswer.reason })}</p>
      {latestAnswer.wanted.map((kind) => (
        <PictureField
          key={kind}
          calls={{
            url: async (paperId) => (await api.papers.picture({ ticket, paperId })).url,
            add: async (file) => {
              await api.papers.add({ ticket, kind, file })
              setTurn((before) => before + 1)
            },
          }}
          field={kind}
          label={inCurrentLanguage(paperNames[kind])}
          isMany={false}
          pictures={latestAnswer.papers.filter((paper) => paper.kind === kind)}
          problem=""
          isOpen
        />
      ))}
      <button
        type="button"
        className="l-submit"
        disabled={!isComplete || isBusy}
        aria-busy={isBusy}
        aria-describedby="papers-hint"
        onClick={() =>
          void attempt(async () => {
            await api.papers.submit({ ticket })
            setDone(true)
          })
        }
      >
        {inCurrentLanguage(texts.submit)}
      </button>
      <small id="papers-hint" className="l-hint">
        {isComplete ? fillTemplate(inCurrentLanguage(texts.until), { until: formatDateTime(latestAnswer.until) }) : inCurrentLanguage(texts.missing)}
      </small>
      <small className="l-problem" role="alert">
        {refused}
      </small>
    </>
  )
}
