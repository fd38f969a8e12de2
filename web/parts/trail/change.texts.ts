import type { Text } from '#/domain/base/text.ts'

export const changeTexts = {
  time: { zh: '时间', en: 'Time', es: 'Hora', ja: '日時' },
  what: { zh: '操作', en: 'Action', es: 'Acción', ja: '操作' },
  by: { zh: '操作人', en: 'By', es: 'Por', ja: '操作者' },
  detail: { zh: '说明', en: 'Detail', es: 'Detalle', ja: '詳細' },
  ip: { zh: 'IP 地址', en: 'IP address', es: 'Dirección IP', ja: 'IP アドレス' },
  none: { zh: '还没有操作记录', en: 'No activity yet', es: 'Aún no hay registros', ja: '操作の記録はまだありません' },
} as const satisfies Record<string, Text>
