import { useText } from '#/web/kernel/i18n.ts'
import { useOnline } from '#/web/kernel/useOnline.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { texts } from './texts.ts'

/** Warns that the browser is offline. Data on screen stays and is refetched when the network is back. */
export function OfflineBanner() {
  const t = useText()
  return useOnline() ? null : <Alert type="warning" showIcon role="status" title={t(texts.offline)} />
}
