package dev.plimsoll.kube.check;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Names of files as forges want them: relative to the repository, with slashes. */
final class ArtifactUri {
  private static final String PLAIN =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";

  private ArtifactUri() {}

  /** Returns the path with slashes, also if it was written as on Windows. */
  static String path(String file) {
    boolean isWindows = file.matches("[A-Za-z]:[\\\\/].*") || file.indexOf('\\') >= 0;
    String slashes = isWindows ? file.replace('\\', '/') : file;
    return slashes.startsWith("./") ? slashes.substring(2) : slashes;
  }

  /** Returns the path as a URI reference. */
  static String uri(String file) {
    String path = path(file);
    StringBuilder uri = new StringBuilder();
    if (path.matches("[A-Za-z]:/.*")) {
      uri.append("file:///").append(path, 0, 2);
      path = path.substring(2);
    } else if (file.startsWith("\\\\")) {
      uri.append("file:"); // The slashes before the server's name are those of the path.
    } else if (path.startsWith("/")) {
      uri.append("file://");
    }
    for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      uri.append(
          PLAIN.indexOf(c) >= 0
              ? String.valueOf(c)
              : String.format(Locale.ROOT, "%%%02X", (int) c));
    }
    return uri.toString();
  }
}
