import { useEffect, useRef } from 'react'
import { withLabel } from '#/web/kernel/punctuation.ts'
import { queryClient } from '#/web/kernel/query.ts'
import { TaskProgress } from '#/web/shell/TaskRow.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { useMatchingTask } from './matching.ts'

/** The progress of the matching of uploaded certificates, then its result. */
export function MatchingProgress() {
  const { task, isOver } = useMatchingTask()
  const wasRunning = useRef(false)
  useEffect(() => {
    // The last certificates may have been matched after the last poll of the lists.
    if (wasRunning.current && isOver) void queryClient.invalidateQueries({ refetchType: 'active' })
    wasRunning.current = task !== undefined && !isOver
  }, [task, isOver])
  if (!task) return null
  if (isOver) return <Alert type={task.state === 'failed' ? 'error' : 'success'} showIcon title={withLabel(task.title, task.message)} />
  return (
    <div role="status">
      <p>{task.title}</p>
      <TaskProgress task={task} />
    </div>
  )
}
