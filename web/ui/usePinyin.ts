import { useLanguage } from '#/web/kernel/language.ts'
import { createLoadHook } from './onDemand.tsx'
import { loadPinyin, type PinyinOf } from './pinyin.ts'

const useLoaded = createLoadHook(loadPinyin, { isOptional: true })

/** Returns the pinyin converter once its dictionary has loaded; null in other languages and while it is not needed. */
export function usePinyin(isNeeded: boolean): PinyinOf | null {
  const isUsed = useLanguage() === 'zh' && isNeeded
  const pinyinOf = useLoaded(isUsed)
  return isUsed ? pinyinOf : null
}
