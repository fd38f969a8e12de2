import type { IconDefinition } from '@ant-design/icons-svg/es/types.js'

const svgOf = (icon: IconDefinition['icon']) => (typeof icon === 'function' ? icon('currentColor', 'currentColor') : icon)

/**
 * An icon in the size of the surrounding text, hidden from screen readers. The control with the icon needs its own
 * label.
 */
export function Icon({ of, isSpinning = false, className = '' }: { readonly of: IconDefinition; readonly isSpinning?: boolean; readonly className?: string }) {
  const { attrs, children } = svgOf(of.icon)
  return (
    <span className={['k-icon', isSpinning ? 'k-icon-spin' : '', className].filter(Boolean).join(' ')} aria-hidden="true">
      <svg viewBox={attrs.viewBox} width="1em" height="1em" fill="currentColor" focusable="false" aria-hidden="true">
        {children?.map(({ attrs: { d } }) => (d ? <path key={d} d={d} /> : null))}
      </svg>
    </span>
  )
}
