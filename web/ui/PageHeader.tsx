import type { ReactNode } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { ArrowLeftOutlined } from './icons.ts'
import { texts } from './texts.ts'

interface PageHeaderProps {
  readonly title: ReactNode
  /** Next to the title: status, centre. */
  readonly tags?: ReactNode
  readonly note?: ReactNode
  /** The page's main actions, at the right. */
  readonly actions?: ReactNode
  readonly onBack?: () => void
}

/** The header of a page: its only h1 and its main actions. */
export function PageHeader({ title, tags, note, actions, onBack }: PageHeaderProps) {
  const t = useText()
  return (
    <header className="k-page-header">
      {onBack ? <Button type="text" icon={<Icon of={ArrowLeftOutlined} />} aria-label={t(texts.back)} onClick={onBack} /> : null}
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
