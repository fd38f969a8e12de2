import type { Text } from '#/domain/base/text.ts'

export const richTexts = {
  bold: { zh: '加粗', en: 'Bold', es: 'Negrita', ja: '太字' },
  heading: { zh: '标题', en: 'Heading', es: 'Título', ja: '見出し' },
  bullets: { zh: '项目符号', en: 'Bullets', es: 'Viñetas', ja: '箇条書き' },
  numbers: { zh: '编号', en: 'Numbers', es: 'Numeración', ja: '番号付き' },
  quote: { zh: '引用', en: 'Quote', es: 'Cita', ja: '引用' },
} as const satisfies Record<string, Text>
