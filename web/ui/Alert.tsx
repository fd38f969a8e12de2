import { type CSSProperties, type ReactNode, useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { Icon } from './Icon.tsx'
import { CheckCircleFilled, CloseCircleFilled, CloseOutlined, ExclamationCircleFilled, InfoCircleFilled } from './icons.ts'
import { texts } from './texts.ts'

interface AlertProps {
  readonly type?: 'success' | 'info' | 'warning' | 'error'
  readonly title?: ReactNode
  readonly description?: ReactNode
  readonly action?: ReactNode
  readonly showIcon?: boolean
  readonly closable?: boolean
  readonly role?: string
  readonly className?: string | undefined
  readonly style?: CSSProperties
}

const iconByType = { success: CheckCircleFilled, info: InfoCircleFilled, warning: ExclamationCircleFilled, error: CloseCircleFilled } as const

/** An inline message that the user must read before continuing. */
export function Alert({ type = 'info', title, description, action, showIcon = false, closable = false, role = 'alert', className = '', style }: AlertProps) {
  const t = useText()
  const [isClosed, setClosed] = useState(false)
  if (isClosed) return null
  return (
    <div role={role} className={`k-alert k-alert-${type} ${className}`} style={style}>
      {showIcon ? <Icon of={iconByType[type]} className="k-alert-mark" /> : null}
      <div className="k-alert-words">
        {title ? <div className={description ? 'k-alert-title' : ''}>{title}</div> : null}
        {description ? <div>{description}</div> : null}
      </div>
      {action ? <div className="k-alert-action">{action}</div> : null}
      {closable ? (
        <button type="button" className="k-close" aria-label={t(texts.close)} onClick={() => setClosed(true)}>
          <Icon of={CloseOutlined} />
        </button>
      ) : null}
    </div>
  )
}
