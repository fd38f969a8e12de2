/** Starting points of a money trail; a filing is a registered business's own declaration. */
export const trailKinds = ['batch', 'line', 'topup', 'voucher', 'invoice', 'certificate', 'filing'] as const
export type TrailKind = (typeof trailKinds)[number]
