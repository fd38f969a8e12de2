import type { Text } from '#/domain/base/text.ts'

export const chartTexts = {
  showTable: { zh: '数据表', en: 'Show as table', es: 'Ver como tabla', ja: '表で見る' },
  chart: { zh: '图表', en: 'Chart', es: 'Gráfico', ja: 'グラフ' },
  noChart: { zh: '没有可画的数据', en: 'Nothing to draw', es: 'Nada que dibujar', ja: '表示するデータがありません' },
  noChartMore: { zh: '请调整筛选条件', en: 'Change the filter.', es: 'Cambie el filtro.', ja: '絞り込み条件を変更してください。' },
  chartKeys: {
    zh: '方向键逐项读数，Home 和 End 跳到首尾，回车打开明细',
    en: 'Arrow keys read the values. Home and End jump to the first and last. Enter opens the list.',
    es: 'Las flechas leen los valores; Inicio y Fin van al primero y al último; Intro abre la lista.',
    ja: '矢印キーで値を読み、Home と End で先頭と末尾へ移動し、Enter で明細を開きます。',
  },
  reached: { zh: '已达到', en: 'reached', es: 'alcanzado', ja: '到達済み' },
  leftTo: {
    zh: '还差 {rest}（已达 {share, number, percent}）',
    en: '{rest} left ({share, number, percent} reached)',
    es: 'faltan {rest} (alcanzado el {share, number, percent})',
    ja: 'あと {rest}（{share, number, percent} に到達）',
  },
  limits: { zh: '临界值：', en: 'Thresholds:', es: 'Umbrales:', ja: '基準額：' },
  share: { zh: '占比 {share, number, percent}', en: '{share, number, percent}', es: '{share, number, percent}', ja: '{share, number, percent}' },
  restOf: { zh: '其余 {count} 项', en: '{count, plural, one {# other} other {# others}}', es: '{count, plural, one {# otra} other {# otras}}', ja: 'その他 {count} 件' },
  showChart: { zh: '图表', en: 'Show as chart', es: 'Ver como gráfico', ja: 'グラフで見る' },
} as const satisfies Record<string, Text>
