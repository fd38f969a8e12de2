import { BellOutlined } from '@ant-design/icons'
import { Badge, Button, Drawer } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { pageTitles } from '#/api/pages.texts.ts'
import { pages } from '#/api/pages.ts'
import { api } from '#/web/kernel/api.ts'
import { formatCount } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { Loaded } from '#/web/ui/Loaded.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { TaskRow } from './TaskRow.tsx'
import { texts, waitingNames } from './texts.ts'

const LOOK_MS = 30_000
const BUSY_MS = 2_000

function Waiting({ onLeave }: { onLeave: () => void }) {
  const say = useText()
  const spoken = useLanguage()
  const waiting = useRead(api.tasks.waiting, {}, { isQuiet: true })
  return (
    <Loaded query={waiting}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="k-note">{say(texts.nothingWaiting)}</p>
        ) : (
          <ul className="s-waiting">
            {rows.map((row) => (
              <li key={row.kind}>
                <Link to={row.path} onClick={onLeave}>
                  <span>{say(waitingNames[row.kind])}</span>
                  <Money value={row.amount} isMuted />
                  <b>{formatCount(row.count, spoken)}</b>
                </Link>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

function Running() {
  const say = useText()
  const [isBusy, setBusy] = useState(true)
  const tasks = useRead(api.tasks.list, {}, { everyMs: isBusy ? BUSY_MS : LOOK_MS, isQuiet: true })
  const stillBusy = tasks.data?.some((task) => task.state === 'queued' || task.state === 'running') ?? false
  if (stillBusy !== isBusy && tasks.data) setBusy(stillBusy)
  return (
    <Loaded query={tasks}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="k-note">{say(texts.nothingRunning)}</p>
        ) : (
          <ul className="k-stack">
            {rows.slice(0, 8).map((task) => (
              <TaskRow key={task.id} task={task} />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

/** How much waits for this person, and the long work under way. */
export function Bell() {
  const say = useText()
  const [isOpen, setOpen] = useState(false)
  const waiting = useRead(api.tasks.waiting, {}, { everyMs: LOOK_MS, isQuiet: true })
  const count = waiting.data?.reduce((sum, row) => sum + row.count, 0) ?? 0
  const close = () => setOpen(false)
  return (
    <>
      <Badge count={count} size="small" offset={[-6, 6]} overflowCount={99}>
        <Button type="text" icon={<BellOutlined />} aria-label={say(texts.bell, { count })} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      </Badge>
      <Drawer
        open={isOpen}
        onClose={close}
        size={400}
        destroyOnHidden
        title={say(pageTitles.message)}
        closable={{ 'aria-label': say(texts.close) }}
        footer={
          can(pages.message.permission) ? (
            <Link to={pages.message.path} onClick={close}>
              {say(texts.allTasks)}
            </Link>
          ) : null
        }
      >
        <section className="s-drawer-part">
          <h2>{say(texts.waiting)}</h2>
          <Waiting onLeave={close} />
        </section>
        <section className="s-drawer-part">
          <h2>{say(texts.running)}</h2>
          <Running />
        </section>
      </Drawer>
    </>
  )
}
