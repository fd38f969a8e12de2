import type { api, OutputOf } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { formatAgo } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { ProgressBar } from '#/web/ui/ProgressBar.tsx'
import { stateTag } from '#/web/ui/StatusTag.tsx'
import { taskStates } from './task-states.ts'

export type Task = OutputOf<typeof api.tasks.get>

export const TaskState = stateTag(taskStates, { queued: 'grey', running: 'blue', done: 'green', failed: 'red' })

export function TaskProgress({ task }: { readonly task: Task }) {
  const t = useText()
  return (
    <ProgressBar
      label={task.title}
      total={Math.max(task.total, 1)}
      parts={[
        {
          tone: task.state === 'failed' ? 'red' : task.state === 'done' ? 'green' : 'blue',
          count: task.state === 'done' ? Math.max(task.total, 1) : task.done,
          label: t(taskStates[task.state]),
        },
      ]}
    />
  )
}

/** A background task in a narrow list. */
export function TaskRow({ task }: { readonly task: Task }) {
  const currentLanguage = useLanguage()
  return (
    <li className="s-task">
      <div className="k-row k-spread">
        <span>{task.title}</span>
        <TaskState state={task.state} />
      </div>
      {task.state === 'running' || task.state === 'queued' ? <TaskProgress task={task} /> : null}
      <div className="k-row k-spread">
        <span className="k-note">{task.message || formatAgo(task.createdAt, nowMs(), currentLanguage)}</span>
        {task.fileId ? <DownloadButton size="small" type="link" file={task.fileId} /> : null}
      </div>
    </li>
  )
}
