import { titleStateNames, titleTexts } from '#/api/taxation/titles.texts.ts'
import type { TitleState } from '#/domain/taxation/title.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag, type StatusTone } from '#/web/ui/StatusTag.tsx'

const tones: Readonly<Record<TitleState, StatusTone>> = { pending: 'gold', approved: 'green', rejected: 'red' }

/** The state of a title, or that it is disabled. */
export function TitleTag({ title }: { readonly title: { readonly state: TitleState; readonly isActive: boolean } }) {
  const t = useText()
  if (!title.isActive) return <StatusTag tone="grey">{t(titleTexts.disabled)}</StatusTag>
  return <StatusTag tone={tones[title.state]}>{t(titleStateNames[title.state])}</StatusTag>
}
