import { paidAmountNames } from '#/api/amounts.texts.ts'
import type { Text } from '#/domain/base/text.ts'

/** Texts of the dashboard lists of centres and the platform. */
export const texts = {
  ranking: { zh: '单位排行：本月实发（按到账日）', en: 'Units by net this month, by date of receipt', es: 'Empresas por neto del mes, por fecha de abono', ja: '企業ランキング：今月の手取り額（着金日基準）' },
  share: { zh: '{share, number, ::percent .0}', en: '{share, number, ::percent .0}', es: '{share, number, ::percent .0}', ja: '{share, number, ::percent .0}' },
  noRanking: { zh: '本月还没有支付', en: 'No payments this month yet', es: 'Este mes aún no hay pagos', ja: '今月の支払いはまだありません' },
  noRankingMore: { zh: '单位的款项到账后，这里按金额排列。', en: 'Units appear here, ranked by amount, once their payments succeed.', es: 'Las empresas aparecerán por importe cuando lleguen sus pagos.', ja: '支払いが着金すると、企業が金額順に表示されます。' },
  centres: { zh: '运营中心对比', en: 'Centre comparison', es: 'Comparación de centros', ja: '運営センター比較' },
  centre: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: '運営センター' },
  paid: paidAmountNames.month,
  payments: { zh: '笔数', en: 'Payments', es: 'Pagos', ja: '件数' },
  auditing: { zh: '待审核', en: 'Awaiting audit', es: 'Por auditar', ja: '審査待ち' },
  paying: { zh: '支付中', en: 'Being paid', es: 'En pago', ja: '支払処理中' },
  returned: { zh: '退汇待处理', en: 'Returned', es: 'Devueltos', ja: '組戻しの処理待ち' },
  channels: { zh: '通道健康（今日）', en: 'Channels today', es: 'Canales hoy', ja: '本日のチャネル状況' },
  console: { zh: '支付平台', en: 'Payment console', es: 'Consola de pagos', ja: '支払コンソール' },
  noChannels: { zh: '没有启用的通道。', en: 'No active channels.', es: 'No hay canales en uso.', ja: '有効なチャネルはありません。' },
  channel: { zh: '通道', en: 'Channel', es: 'Canal', ja: 'チャネル' },
  state: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  paused: { zh: '已暂停', en: 'Paused', es: 'En pausa', ja: '停止中' },
  running: { zh: '运行中', en: 'Running', es: 'En marcha', ja: '稼働中' },
  rate: { zh: '成功率', en: 'Success rate', es: 'Tasa de éxito', ja: '成功率' },
  rateOf: { zh: '{rate, number, ::percent .0}（{done, number}/{ended, number}）', en: '{rate, number, ::percent .0} ({done, number}/{ended, number})', es: '{rate, number, ::percent .0} ({done, number}/{ended, number})', ja: '{rate, number, ::percent .0}（{done, number}/{ended, number}）' },
  noneToday: { zh: '今日无', en: 'None today', es: 'Ninguno hoy', ja: '本日なし' },
  average: { zh: '平均到账', en: 'Average payment time', es: 'Tiempo medio', ja: '平均着金時間' },
  seconds: { zh: '{count, number} 秒', en: '{count, number} s', es: '{count, number} s', ja: '{count, number} 秒' },
  inFlight: { zh: '在途', en: 'In progress', es: 'En curso', ja: '処理中' },
  unknown: { zh: '待查', en: 'Result unknown', es: 'Resultado desconocido', ja: '照会中' },
} as const satisfies Record<string, Text>
