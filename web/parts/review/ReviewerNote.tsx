import { useText } from '#/web/kernel/i18n.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { reviewTexts as texts } from './review.texts.ts'

/** Shows that a colleague is reviewing this item. The button transfers the review to the user. */
export function ReviewerNote({ name, isBusy, onTake }: { readonly name: string; readonly isBusy: boolean; readonly onTake: () => void }) {
  const t = useText()
  return (
    <Alert
      type="warning"
      showIcon
      title={t(texts.someone, { name })}
      description={t(texts.someoneMore)}
      action={
        <Button size="small" loading={isBusy} onClick={onTake}>
          {t(texts.takeOver)}
        </Button>
      }
    />
  )
}
