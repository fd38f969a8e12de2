import { useText } from '#/web/kernel/i18n.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { checkTexts } from './check.texts.ts'

interface CheckActionsProps {
  readonly picked: number
  readonly invalid: number
  readonly onExclude: () => Promise<unknown>
  readonly onExcludeInvalid: () => Promise<unknown>
  readonly onInclude: () => Promise<unknown>
  readonly onReplace: () => void
}

/** Bulk actions on the rows of a checked list. */
export function CheckActions({ picked, invalid, onExclude, onExcludeInvalid, onInclude, onReplace }: CheckActionsProps) {
  const say = useText()
  const reason = picked === 0 ? say(checkTexts.chooseFirst) : ''
  const askAll = () =>
    confirm({
      title: say(checkTexts.excludeInvalid),
      content: say(checkTexts.excludeAsk, { count: invalid }),
      okText: say(checkTexts.excludeInvalid),
      isDangerous: true,
      onOk: onExcludeInvalid,
    })
  return (
    <>
      {picked > 0 ? <span className="k-note">{say(checkTexts.chosen, { count: picked })}</span> : null}
      <ActionButton size="small" reason={reason} onPress={onExclude}>
        {say(checkTexts.exclude)}
      </ActionButton>
      {invalid > 0 ? (
        <ActionButton size="small" danger onPress={() => void askAll()}>
          {say(checkTexts.excludeInvalid)}
        </ActionButton>
      ) : null}
      <ActionButton size="small" reason={reason} onPress={onInclude}>
        {say(checkTexts.include)}
      </ActionButton>
      <ActionButton size="small" onPress={onReplace}>
        {say(checkTexts.replace)}
      </ActionButton>
    </>
  )
}
