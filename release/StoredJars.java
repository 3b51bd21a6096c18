import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Copies a jar, and the jars that its manifest names, without compression. An archive of
 * uncompressed jars is smaller by a third, and classes load without inflating. Entries that no
 * program reads at run time are left out: signatures of jars, and files for developers' tools.
 * Arguments: the jar, the folder to copy to, and the time of all files.
 */
final class StoredJars {
  private static final Pattern SIGNATURE = Pattern.compile("META-INF/[^/]+\\.(SF|RSA|DSA|EC)");

  /** Source maps, declarations for TypeScript, and metadata for the compiler of Kotlin/Native. */
  private static final Pattern FOR_DEVELOPERS = Pattern.compile(".+\\.(map|d\\.ts|knm)");

  private StoredJars() {}

  public static void main(String[] args) throws IOException {
    Path program = Path.of(args[0]);
    Path to = Path.of(args[1]);
    FileTime time = FileTime.from(Instant.parse(args[2]));
    for (String name : namedBy(program)) {
      Path stored = to.resolve(name);
      Files.createDirectories(stored.getParent());
      store(program.resolveSibling(name), stored);
      Files.setLastModifiedTime(stored, time);
    }
  }

  private static List<String> namedBy(Path program) throws IOException {
    List<String> names = new ArrayList<>();
    names.add(program.getFileName().toString());
    try (JarFile jar = new JarFile(program.toFile())) {
      String classPath = jar.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      names.addAll(List.of(classPath.split(" ")));
    }
    return names;
  }

  private static void store(Path jar, Path stored) throws IOException {
    try (InputStream file = Files.newInputStream(jar);
        ZipInputStream in = new ZipInputStream(file);
        OutputStream to = Files.newOutputStream(stored);
        ZipOutputStream out = new ZipOutputStream(to)) {
      out.setLevel(0);
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        if (isLeftOut(entry.getName())) {
          continue;
        }
        byte[] content = in.readAllBytes();
        if (entry.getName().equals(JarFile.MANIFEST_NAME)) {
          content = withoutDigests(content);
        }
        CRC32 sum = new CRC32();
        sum.update(content);
        ZipEntry copy = new ZipEntry(entry.getName());
        copy.setTimeLocal(entry.getTimeLocal());
        copy.setMethod(ZipEntry.STORED);
        copy.setSize(content.length);
        copy.setCrc(sum.getValue());
        out.putNextEntry(copy);
        out.write(content);
      }
    }
  }

  private static boolean isLeftOut(String name) {
    return SIGNATURE.matcher(name).matches() || FOR_DEVELOPERS.matcher(name).matches();
  }

  /** Drops the sections of a manifest that only a signature reads; other manifests stay to the byte. */
  private static byte[] withoutDigests(byte[] content) throws IOException {
    Manifest manifest = new Manifest(new ByteArrayInputStream(content));
    boolean isChanged =
        manifest
            .getEntries()
            .values()
            .removeIf(a -> a.keySet().stream().allMatch(k -> k.toString().contains("-Digest")));
    if (!isChanged) {
      return content;
    }
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    manifest.write(written);
    return written.toByteArray();
  }
}
