import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { LoadingOutlined } from './icons.ts'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  readonly type?: 'primary' | 'default' | 'text' | 'link' | 'dashed' | undefined
  readonly size?: 'small' | 'medium' | undefined
  readonly htmlType?: 'button' | 'submit' | 'reset' | undefined
  readonly danger?: boolean | undefined
  /** Shows a spinner and ignores presses. */
  readonly loading?: boolean | undefined
  readonly block?: boolean | undefined
  readonly icon?: ReactNode
  readonly iconPlacement?: 'start' | 'end' | undefined
}

export function Button({
  type = 'default',
  size = 'medium',
  htmlType = 'button',
  danger = false,
  loading = false,
  block = false,
  icon,
  iconPlacement = 'start',
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const names = ['k-btn', `k-btn-${type}`, size === 'medium' ? '' : `k-btn-${size}`, danger ? 'k-btn-danger' : '', loading ? 'k-btn-busy' : '']
  if (block) names.push('k-btn-block')
  const statusIcon = loading ? <Icon of={LoadingOutlined} isSpinning /> : icon
  const hasWords = children !== undefined && children !== null && children !== false && children !== ''
  if (!hasWords) names.push('k-btn-mark')
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => (loading ? event.preventDefault() : onClick?.(event))
  return (
    <button type={htmlType} className={[...names, className].filter(Boolean).join(' ')} aria-busy={loading || undefined} onClick={handleClick} {...rest}>
      {iconPlacement === 'start' ? statusIcon : null}
      {hasWords ? <span>{children}</span> : null}
      {iconPlacement === 'end' ? statusIcon : null}
    </button>
  )
}
