import { pageTitles } from '#/api/pages.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { formatCount, formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { keyOfPendingWork, type PendingWork } from '#/web/shell/places.ts'
import { type Task, TaskProgress, TaskState } from '#/web/shell/TaskRow.tsx'
import { useUnread } from '#/web/shell/useUnread.ts'
import { useWaiting } from '#/web/shell/useWaiting.ts'
import { WaitingAge } from '#/web/shell/WaitingAge.tsx'
import { WaitingAmount } from '#/web/shell/WaitingAmount.tsx'
import { WaitingLink, WaitingPlace } from '#/web/shell/WaitingLink.tsx'
import { waitingNames } from '#/web/shell/waiting-names.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { Messages } from './Messages.tsx'
import { texts } from './texts.ts'

const POLL_MS = 3000
const oldestFirst = 'oldest'

const sortByAge = (rows: readonly PendingWork[]) => rows.toSorted((a, b) => (a.oldestAt ?? '9').localeCompare(b.oldestAt ?? '9'))

function Todo() {
  const t = useText()
  const currentLanguage = useLanguage()
  const pendingWork = useWaiting()
  const [state, change] = useUrlState({ sort: '' }, { sort: [oldestFirst] })
  const rows = pendingWork.data ?? []
  const columns: Column<PendingWork>[] = [
    {
      key: 'kind',
      title: t(texts.kind),
      isAlways: true,
      width: 240,
      render: (row) => (
        <>
          {t(waitingNames[row.kind])}
          <WaitingPlace row={row} />
        </>
      ),
    },
    { key: 'count', title: t(texts.count), width: 100, align: 'right', render: (row) => formatCount(row.count, currentLanguage) },
    { key: 'amount', title: t(texts.amount), width: 220, align: 'right', render: (row) => (row.amount === 0 ? '—' : <WaitingAmount of={row} />) },
    { key: 'oldest', title: t(texts.oldest), width: 210, sort: { up: oldestFirst }, render: (row) => <WaitingAge of={row} /> },
    {
      key: 'action',
      title: t(texts.action),
      width: 110,
      pin: 'right',
      isAlways: true,
      render: (row) => <WaitingLink row={row}>{t(texts.handle)}</WaitingLink>,
    },
  ]
  return (
    <DataTable
      id="todo"
      label={t(texts.todo)}
      columns={columns}
      rows={state.sort === oldestFirst ? sortByAge(rows) : rows}
      rowKey={keyOfPendingWork}
      sorting={{ value: state.sort, onChange: () => change({ sort: state.sort === '' ? oldestFirst : '' }) }}
      source={pendingWork}
      empty={{ reason: t(texts.noTodo) }}
    />
  )
}

function RunningTasks() {
  const t = useText()
  const tasks = useRead(api.tasks.list, {}, { everyMs: POLL_MS, follows: ['tasks'] })
  const columns: Column<Task>[] = [
    { key: 'title', title: t(texts.task), isAlways: true, width: 230, render: (row) => row.title },
    { key: 'state', title: t(texts.state), width: 100, render: (row) => <TaskState state={row.state} /> },
    {
      key: 'progress',
      title: t(texts.progress),
      width: 200,
      render: (row) => (
        <>
          <TaskProgress task={row} />
          {row.total > 0 ? <span className="k-note">{t(texts.doneOf, { done: row.done, total: row.total })}</span> : null}
        </>
      ),
    },
    { key: 'message', title: t(texts.message), width: 200, render: (row) => row.message },
    { key: 'created', title: t(texts.created), width: 150, render: (row) => formatDateTime(row.createdAt) },
    { key: 'finished', title: t(texts.finished), width: 150, render: (row) => formatDateTime(row.finishedAt) },
    {
      key: 'result',
      title: t(texts.result),
      width: 110,
      pin: 'right',
      isAlways: true,
      render: (row) => (row.fileId ? <DownloadButton type="link" size="small" file={row.fileId} /> : null),
    },
  ]
  return (
    <DataTable
      id="tasks"
      label={t(texts.background)}
      columns={columns}
      rows={tasks.data ?? []}
      source={tasks}
      empty={{ reason: t(texts.noTasks) }}
      toolbar={<span className="k-note">{t(texts.note)}</span>}
    />
  )
}

export default function TasksPage() {
  const t = useText()
  const [state, change] = useUrlState({ tab: 'todo' }, { tab: ['messages', 'tasks'] })
  const unreadCount = useUnread().data?.count ?? 0
  return (
    <>
      <PageHeader title={t(pageTitles.message)} />
      <Tabs
        activeKey={state.tab}
        onChange={(tab) => change({ tab })}
        items={[
          { key: 'todo', label: t(texts.todo), children: <Todo /> },
          { key: 'messages', label: unreadCount > 0 ? t(texts.messagesUnread, { count: unreadCount }) : t(texts.messages), children: <Messages /> },
          { key: 'tasks', label: t(texts.background), children: <RunningTasks /> },
        ]}
      />
    </>
  )
}
