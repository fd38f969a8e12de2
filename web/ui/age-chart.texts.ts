import type { Text } from '#/domain/base/text.ts'

export const ageTexts = {
  noAges: { zh: '没有待处理的记录', en: 'Nothing is waiting', es: 'No hay nada pendiente', ja: '未処理の項目はありません' },
  noAgesMore: {
    zh: '筛选范围内的记录都已处理。',
    en: 'Every record under this filter is done.',
    es: 'Todo lo filtrado está resuelto.',
    ja: '絞り込んだ項目はすべて処理済みです。',
  },
  items: { zh: '笔数', en: 'Items', es: 'Partidas', ja: '件数' },
  ageDays: { zh: '{range} 天', en: '{range} d', es: '{range} d', ja: '{range} 日' },
  newestOnly: {
    zh: '图中只有最近 {shown, number} 笔，共 {count, number} 笔。请缩小筛选范围，以包括更早的。',
    en: 'The chart has the newest {shown, number} of {count, number} items. Narrow the filter to include older ones.',
    es: 'El gráfico incluye las {shown, number} partidas más recientes de {count, number}. Acote el filtro para ver las anteriores.',
    ja: 'グラフは全 {count, number} 件のうち最新の {shown, number} 件です。古いものを含めるには、条件を絞り込んでください。',
  },
} as const satisfies Record<string, Text>
