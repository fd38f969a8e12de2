import { onDemand } from '#/web/ui/onDemand.tsx'

/** Pictures under review with zoom and rotation, next to the applicant's entries. */
export const ReviewPictures = onDemand(async () => (await import('./PictureGallery.tsx')).PictureGallery)
