/** Starting points of a money trail. A filing is the declaration of a registered business. */
export const trailKinds = ['batch', 'line', 'topup', 'voucher', 'invoice', 'certificate', 'filing'] as const
export type TrailKind = (typeof trailKinds)[number]
