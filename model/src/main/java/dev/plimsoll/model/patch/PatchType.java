package dev.plimsoll.model.patch;

/** How a patch is to be read. Both types are served for built-in and custom resources alike. */
public enum PatchType {
  /** Operations, one after the other (RFC 6902). */
  JSON("json", "application/json-patch+json"),
  /** The fields that change (RFC 7396). */
  MERGE("merge", "application/merge-patch+json");

  private final String option;
  private final String mediaType;

  PatchType(String option, String mediaType) {
    this.option = option;
    this.mediaType = mediaType;
  }

  /** Returns the type's name in kubectl's option {@code --type}. */
  public String option() {
    return option;
  }

  /** Returns the content type of a request with such a patch. */
  public String mediaType() {
    return mediaType;
  }
}
