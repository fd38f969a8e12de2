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
  const t = useText()
  const reason = picked === 0 ? t(checkTexts.chooseFirst) : ''
  const requestAll = () =>
    confirm({
      title: t(checkTexts.excludeInvalid),
      content: t(checkTexts.excludeAsk, { count: invalid }),
      okText: t(checkTexts.excludeInvalid),
      isDangerous: true,
      onOk: onExcludeInvalid,
    })
  return (
    <>
      {picked > 0 ? <span className="k-note">{t(checkTexts.chosen, { count: picked })}</span> : null}
      <ActionButton size="small" reason={reason} onPress={onExclude}>
        {t(checkTexts.exclude)}
      </ActionButton>
      {invalid > 0 ? (
        <ActionButton size="small" danger onPress={() => void requestAll()}>
          {t(checkTexts.excludeInvalid)}
        </ActionButton>
      ) : null}
      <ActionButton size="small" reason={reason} onPress={onInclude}>
        {t(checkTexts.include)}
      </ActionButton>
      <ActionButton size="small" onPress={onReplace}>
        {t(checkTexts.replace)}
      </ActionButton>
    </>
  )
}
