import { checkNames } from '#/api/desk/integrity.texts.ts'
import { useText } from '#/web/kernel/i18n.ts'

/** Returns a function that names a check. The result is the number of a check that has no name yet. */
export function useCheckName(): (name: string) => string {
  const t = useText()
  return (name) => {
    const checkName = checkNames[name]
    return checkName ? `${t(checkName)} (${name})` : name
  }
}
