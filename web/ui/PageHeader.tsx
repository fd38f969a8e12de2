import type { ReactNode } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { ArrowLeftOutlined } from './icons.ts'
import { texts } from './texts.ts'

interface PageHeaderProps {
  readonly title: ReactNode
  /** Beside the title: status, centre. */
  readonly tags?: ReactNode
  /** One line below the title. */
  readonly note?: ReactNode
  /** The page's main actions, at the right. */
  readonly actions?: ReactNode
  readonly onBack?: () => void
}

/** The head of a page: its one h1, and what can be done on it. */
export function PageHeader({ title, tags, note, actions, onBack }: PageHeaderProps) {
  const say = useText()
  return (
    <header className="k-page-header">
      {onBack ? <Button type="text" icon={<Icon of={ArrowLeftOutlined} />} aria-label={say(texts.back)} onClick={onBack} /> : null}
      <div className="k-page-title">
        <div className="k-row">
          <h1>{title}</h1>
          {tags}
        </div>
        {note ? <p className="k-note">{note}</p> : null}
      </div>
      {actions ? <div className="k-row k-page-actions">{actions}</div> : null}
    </header>
  )
}
