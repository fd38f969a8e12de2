import { useText } from '#/web/kernel/i18n.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { reviewing as texts } from './review.texts.ts'

/** A note that a colleague is reviewing this item; taking it over transfers the decision. */
export function ReviewerNote({ name, isBusy, onTake }: { readonly name: string; readonly isBusy: boolean; readonly onTake: () => void }) {
  const say = useText()
  return (
    <Alert
      type="warning"
      showIcon
      title={say(texts.someone, { name })}
      description={say(texts.someoneMore)}
      action={
        <Button size="small" loading={isBusy} onClick={onTake}>
          {say(texts.takeOver)}
        </Button>
      }
    />
  )
}
