import { useText } from '#/web/kernel/i18n.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { texts } from './texts.ts'

const RequestDialog = onDemand(async () => (await import('./RequestDialog.tsx')).RequestDialog)

/** Asks the centre to let the unit pay the related person of the selected line (E210). */
export function RequestExceptionButton({ lineIds }: { readonly lineIds: readonly number[] }) {
  const t = useText()
  const { open: ask } = useOverlay<number>((dialog, close) => <RequestDialog lineId={dialog} onClose={close} />)
  const [only, ...others] = lineIds
  const isSingleLine = only !== undefined && others.length === 0
  return (
    <ActionButton size="small" reason={isSingleLine ? '' : t(texts.askOne)} onPress={() => only !== undefined && ask(only)}>
      {t(texts.ask)}
    </ActionButton>
  )
}
