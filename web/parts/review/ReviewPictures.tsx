import { onDemand } from '#/web/ui/onDemand.tsx'

/** Pictures under review, to be zoomed and turned beside what was typed. */
export const ReviewPictures = onDemand(async () => (await import('./PictureGallery.tsx')).PictureGallery)
