import type { ReactNode } from 'react'
import type { Text } from '#/domain/base/text.ts'
import { useText } from '#/web/kernel/i18n.ts'

/**
 * The status colours: grey draft, blue in progress, green done, gold waiting for the user, red failed, purple returned,
 * magenta unknown.
 */
export type StatusTone = 'grey' | 'blue' | 'green' | 'gold' | 'red' | 'purple' | 'magenta'

/** A status as text. The colour only repeats it. */
export function StatusTag({ tone, children, title }: { readonly tone: StatusTone; readonly children: ReactNode; readonly title?: string }) {
  return (
    <span className={`k-tag k-tone-${tone}`} title={title}>
      {children}
    </span>
  )
}

/** Returns a component that shows a state by its name and colour. */
export function stateTag<S extends string | number>(names: Readonly<Record<S, Text>>, tones: Readonly<Record<S, StatusTone>>) {
  return function StateTag({ state }: { readonly state: S }) {
    const t = useText()
    return <StatusTag tone={tones[state]}>{t(names[state])}</StatusTag>
  }
}
