import { useState } from 'react'
import { Link } from 'react-router'
import { pageTitles } from '#/api/pages.texts.ts'
import { pages } from '#/api/pages.ts'
import { overdueMessages } from '#/api/services/message-topics.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { formatAgo, formatCount } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { canOpen } from '#/web/kernel/session.ts'
import { DrawerFrame } from '#/web/ui/DrawerFrame.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { texts } from './bell-texts.ts'
import { keyOfPendingWork } from './places.ts'
import { TaskRow } from './TaskRow.tsx'
import { type Message, useMarkRead, useMessageText, useNewestMessages } from './useMessages.ts'
import { useWaiting } from './useWaiting.ts'
import { WaitingAmount } from './WaitingAmount.tsx'
import { WaitingLink, WaitingPlace } from './WaitingLink.tsx'
import { waitingNames } from './waiting-names.ts'

const POLL_MS = 30_000
const BUSY_MS = 2_000

function PendingTasks({ onLeave }: { onLeave: () => void }) {
  const t = useText()
  const currentLanguage = useLanguage()
  const pendingWork = useWaiting()
  return (
    <QueryContent query={pendingWork}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="k-note">{t(texts.nothingWaiting)}</p>
        ) : (
          <ul className="s-waiting">
            {rows.map((row) => (
              <li key={keyOfPendingWork(row)}>
                <WaitingLink row={row} onLeave={onLeave}>
                  <span>
                    {t(waitingNames[row.kind])}
                    <WaitingPlace row={row} />
                  </span>
                  <WaitingAmount of={row} />
                  <b>{formatCount(row.count, currentLanguage)}</b>
                </WaitingLink>
              </li>
            ))}
          </ul>
        )
      }
    </QueryContent>
  )
}

function RunningTasks() {
  const t = useText()
  const [isBusy, setBusy] = useState(true)
  const tasks = useRead(api.tasks.list, {}, { everyMs: isBusy ? BUSY_MS : POLL_MS, follows: ['tasks'] })
  const isStillBusy = tasks.data?.some((task) => task.state === 'queued' || task.state === 'running') ?? false
  if (isStillBusy !== isBusy && tasks.data) setBusy(isStillBusy)
  return (
    <QueryContent query={tasks}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="k-note">{t(texts.nothingRunning)}</p>
        ) : (
          <ul className="k-stack">
            {rows.slice(0, 8).map((task) => (
              <TaskRow key={task.id} task={task} />
            ))}
          </ul>
        )
      }
    </QueryContent>
  )
}

function Messages({ onLeave }: { onLeave: () => void }) {
  const t = useText()
  const currentLanguage = useLanguage()
  const messageText = useMessageText()
  const latest = useNewestMessages()
  const markRead = useMarkRead()
  const markAsRead = ({ id }: Message) => {
    void markRead.submit({ ids: [id] })
    onLeave()
  }
  return (
    <QueryContent query={latest}>
      {({ rows }) =>
        rows.length === 0 ? (
          <p className="k-note">{t(texts.nothingNew)}</p>
        ) : (
          <ul className="s-waiting">
            {rows.map((row) => (
              <li key={row.id}>
                <Link to={row.path ?? `${pages.message.path}?tab=messages`} onClick={() => markAsRead(row)}>
                  <span>{overdueMessages.has(row.kind) ? <StatusTag tone="red">{messageText(row).title}</StatusTag> : messageText(row).title}</span>
                  <span className="k-note">{formatAgo(row.createdAt, nowMs(), currentLanguage)}</span>
                </Link>
              </li>
            ))}
          </ul>
        )
      }
    </QueryContent>
  )
}

export function BellDrawer({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const t = useText()
  return (
    <DrawerFrame
      isOpen={isOpen}
      onClose={onClose}
      width={400}
      title={t(pageTitles.message)}
      footer={
        canOpen('message') ? (
          <Link to={pages.message.path} onClick={onClose}>
            {t(texts.allTasks)}
          </Link>
        ) : null
      }
    >
      <section className="s-drawer-part">
        <h2>{t(texts.waiting)}</h2>
        <PendingTasks onLeave={onClose} />
      </section>
      <section className="s-drawer-part">
        <h2>{t(texts.messages)}</h2>
        <Messages onLeave={onClose} />
      </section>
      <section className="s-drawer-part">
        <h2>{t(texts.running)}</h2>
        <RunningTasks />
      </section>
    </DrawerFrame>
  )
}
