/** What VS Code shows in its image preview. Not SVG, which is text with scripts in it. */
const imageExtension = /\.(?:png|jpe?g|gif|bmp|webp|avif|ico)$/i;

/** Whether VS Code opens a file of this name as a picture. It chooses the editor by the name, never by the media type. */
export function isImageName(name: string): boolean {
  return imageExtension.test(name);
}
