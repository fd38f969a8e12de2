import { Link } from 'react-router'
import { useText } from '#/web/kernel/i18n.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { texts } from './texts.ts'

/** Reminds of the day from which this account works only with a second factor. */
export function EnrolmentReminder({ day }: { readonly day: string }) {
  const t = useText()
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 12 }}
      title={
        <>
          {t(texts.factorBy, { day })} <Link to="/profile/index">{t(texts.factorSetUp)}</Link>
        </>
      }
    />
  )
}
