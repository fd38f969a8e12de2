import { pageTitles } from '#/api/pages.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { useRead } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'
import type { KeyLabels } from './useKeyLabels.ts'

type Finding = OutputOf<typeof api.roles.check>['findings'][number]

const tones = { unknownKey: 'red', wrongUsertype: 'red', closedPage: 'gold', closedOperation: 'gold', idleKey: 'grey', openPage: 'grey' } as const

function useSubjectNames({ nameOf }: KeyLabels) {
  const t = useText()
  return ({ kind, subject, name }: Finding) => {
    if (kind === 'closedPage' || kind === 'openPage') return t(pageTitles[subject as keyof typeof pageTitles])
    return kind === 'closedOperation' || kind === 'unknownKey' ? (name ?? '') : nameOf(subject)
  }
}

/** 校验: mismatches between the roles and the program's keys. */
export function CheckDialog({ labels, onClose }: { readonly labels: KeyLabels; readonly onClose: () => void }) {
  const t = useText()
  const nameOf = useSubjectNames(labels)
  const reportQuery = useRead(api.roles.check, {}, { keepLast: false })
  const columns: Column<Finding>[] = [
    { key: 'kind', title: t(texts.finding), width: 190, render: (row) => <StatusTag tone={tones[row.kind]}>{t(texts[row.kind])}</StatusTag> },
    {
      key: 'subject',
      title: t(texts.subject),
      width: 240,
      render: (row) => (
        <>
          {nameOf(row)} <code className="r-code">{row.subject}</code>
        </>
      ),
    },
    { key: 'keys', title: t(texts.needed), width: 180, render: (row) => <code className="r-code">{row.keys.join(' / ') || '—'}</code> },
    { key: 'roles', title: t(texts.inRoles), width: 180, isCut: true, render: (row) => joinList(row.roles) || '—' },
  ]
  return (
    <Dialog title={t(texts.checkTitle)} onClose={onClose} width={900}>
      <QueryContent query={reportQuery}>
        {(report) => {
          const problemCount = report.findings.filter((finding) => tones[finding.kind] !== 'grey').length
          const remarkCount = report.findings.length - problemCount
          return (
            <div className="k-stack">
              <p className="k-note">{t(texts.checked, { keys: report.keys, pages: report.pages, operations: report.operations })}</p>
              <Alert
                type={problemCount === 0 ? 'success' : 'warning'}
                showIcon
                title={problemCount === 0 ? t(texts.sound) : t(texts.problems, { count: problemCount })}
                {...(remarkCount > 0 ? { description: t(texts.remarks, { count: remarkCount }) } : {})}
              />
              {report.findings.length > 0 ? (
                <DataTable
                  id="findings"
                  label={t(texts.checkTitle)}
                  columns={columns}
                  rows={report.findings}
                  rowKey={(row) => `${row.kind} ${row.subject}`}
                  source={reportQuery}
                  empty={{ reason: t(texts.sound) }}
                  height={420}
                  isPlain
                />
              ) : null}
            </div>
          )
        }}
      </QueryContent>
    </Dialog>
  )
}
