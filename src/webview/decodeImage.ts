import { element } from './element.ts';

/** The bytes of an image, with the text that stands for it. */
interface EncodedImage {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly maxPixels: number;
}

/** Loads an image. `undefined` if the browser cannot decode it, or finds too many pixels. */
export async function decodeImage(given: EncodedImage): Promise<HTMLImageElement | undefined> {
  const { bytes, mediaType, name, maxPixels } = given;
  const image = element('img', { alt: name });
  const address = URL.createObjectURL(new Blob([bytes], { type: mediaType }));
  const size = new Promise((resolve, reject) => {
    image.addEventListener('load', resolve);
    image.addEventListener('error', reject);
  });
  image.src = address;
  try {
    // The size is known before the pixels are decoded. The host has only read the header.
    await size;
    if (image.naturalWidth * image.naturalHeight > maxPixels) return undefined;
    await image.decode();
    return image;
  } catch {
    // The bytes are only partly those of an image.
    return undefined;
  } finally {
    // A decoded image needs its address no longer.
    URL.revokeObjectURL(address);
  }
}
