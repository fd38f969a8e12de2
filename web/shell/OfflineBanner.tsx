import { useText } from '#/web/kernel/i18n.ts'
import { useOnline } from '#/web/kernel/useOnline.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { texts } from './texts.ts'

/** Says that there is no network: what is shown stays, and is asked for again when there is one. */
export function OfflineBanner() {
  const say = useText()
  return useOnline() ? null : <Alert type="warning" showIcon role="status" title={say(texts.offline)} />
}
