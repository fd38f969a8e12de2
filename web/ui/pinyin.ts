/** Converts Chinese to pinyin, whole and as initials: `zhi fu`, `zf`. */
export type PinyinOf = (text: string) => readonly string[]

/** Loads the pinyin dictionary, which is large and needed only in Chinese. */
export async function loadPinyin(): Promise<PinyinOf> {
  const { pinyin } = await import('pinyin-pro')
  return (text) => {
    // The letter ü is typed as v.
    const syllables = pinyin(text, { toneType: 'none', type: 'array', v: true })
    return [syllables.join(''), syllables.map((syllable) => syllable.slice(0, 1)).join('')]
  }
}
