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
import { useKeyLabels } from './useKeyLabels.ts'

type Finding = OutputOf<typeof api.roles.check>['findings'][number]

const tones = { unknownKey: 'red', wrongUsertype: 'red', closedPage: 'gold', closedOperation: 'gold', idleKey: 'grey', openPage: 'grey' } as const

function useNames() {
  const say = useText()
  const { nameOf } = useKeyLabels()
  return ({ kind, subject, name }: Finding) => {
    if (kind === 'closedPage' || kind === 'openPage') return say(pageTitles[subject as keyof typeof pageTitles])
    return kind === 'closedOperation' || kind === 'unknownKey' ? (name ?? '') : nameOf(subject)
  }
}

/** 校验: mismatches between the roles and the program's keys. */
export function CheckDialog({ onClose }: { readonly onClose: () => void }) {
  const say = useText()
  const nameOf = useNames()
  const check = useRead(api.roles.check, {}, { keepLast: false })
  const columns: Column<Finding>[] = [
    { key: 'kind', title: say(texts.finding), width: 190, render: (row) => <StatusTag tone={tones[row.kind]}>{say(texts[row.kind])}</StatusTag> },
    {
      key: 'subject',
      title: say(texts.subject),
      width: 240,
      render: (row) => (
        <>
          {nameOf(row)} <code className="r-code">{row.subject}</code>
        </>
      ),
    },
    { key: 'keys', title: say(texts.needed), width: 180, render: (row) => <code className="r-code">{row.keys.join(' / ') || '—'}</code> },
    { key: 'roles', title: say(texts.inRoles), width: 180, isCut: true, render: (row) => joinList(row.roles) || '—' },
  ]
  return (
    <Dialog title={say(texts.checkTitle)} isOpen onClose={onClose} width={900}>
      <QueryContent query={check}>
        {(report) => {
          const problems = report.findings.filter((each) => tones[each.kind] !== 'grey').length
          const remarks = report.findings.length - problems
          return (
            <div className="k-stack">
              <p className="k-note">{say(texts.checked, { keys: report.keys, pages: report.pages, operations: report.operations })}</p>
              <Alert
                type={problems === 0 ? 'success' : 'warning'}
                showIcon
                title={problems === 0 ? say(texts.sound) : say(texts.problems, { count: problems })}
                {...(remarks > 0 ? { description: say(texts.remarks, { count: remarks }) } : {})}
              />
              {report.findings.length > 0 ? (
                <DataTable
                  id="findings"
                  label={say(texts.checkTitle)}
                  columns={columns}
                  rows={report.findings}
                  rowKey={(row) => `${row.kind} ${row.subject}`}
                  source={check}
                  empty={{ reason: say(texts.sound) }}
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
