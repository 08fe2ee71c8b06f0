/** Formats that VS Code opens in its image preview. Not SVG, which is text that can contain scripts. */
const imageExtension = /\.(?:png|jpe?g|gif|bmp|webp|avif|ico)$/i;

/** Whether VS Code opens a file of this name as an image. It chooses the editor by name, never by media type. */
export function isImageName(name: string): boolean {
  return imageExtension.test(name);
}
