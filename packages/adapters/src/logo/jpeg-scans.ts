/**
 * The number of scans in a JPEG. A progressive one may have thousands in few bytes, and each is decoded over the whole
 * picture.
 */

/** Cameras and programs write 10 or so. */
export const jpegScansMax = 100

const markerBegins = 0xff
const startOfScan = 0xda

/**
 * At least as many as any decoder finds, whatever the bytes are: a scan begins with these two. Headers are not
 * followed, so no header can hide a scan. Scans inside metadata count too, such as a thumbnail's.
 */
export const jpegScans = (picture: Uint8Array): number => {
  let scans = 0
  for (let at = picture.indexOf(markerBegins); at !== -1; at = picture.indexOf(markerBegins, at + 1)) {
    if (picture[at + 1] === startOfScan) scans += 1
  }
  return scans
}
