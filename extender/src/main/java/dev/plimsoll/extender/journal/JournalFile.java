package dev.plimsoll.extender.journal;

import com.google.gson.JsonObject;
import dev.plimsoll.extender.config.JournalSettings;
import dev.plimsoll.kube.InputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * A journal on disk, a line of JSON for each decision. A file that has grown to its size is renamed
 * to its name with {@code .1}, that one to {@code .2}, and so on; the last is deleted. Whoever
 * starts to write, and each new file, begins with a line that names the format and the version. For
 * one thread at a time.
 */
final class JournalFile implements AutoCloseable {
  static final String FORMAT = "plimsoll.dev/decisions/v1";

  private final Path path;
  private final long mostBytes;
  private final int files;
  private final byte[] heading;
  private FileChannel channel;

  private JournalFile(Path path, JournalSettings settings, byte[] heading) throws IOException {
    this.path = path;
    this.mostBytes = settings.fileBytes();
    this.files = settings.files();
    this.heading = heading;
    this.channel = open();
  }

  /**
   * Opens a journal, and goes on with it if there is one.
   *
   * @throws InputException if it can't be written
   */
  static JournalFile open(Path path, JournalSettings settings, String version) {
    JsonObject heading = new JsonObject();
    heading.addProperty("journal", FORMAT);
    heading.addProperty("version", version);
    try {
      return new JournalFile(path, settings, line(heading));
    } catch (IOException e) {
      throw new InputException(
          "cannot write the journal " + path + ": " + reason(e) + "; check journal.file");
    }
  }

  private static String reason(IOException failure) {
    return failure instanceof NoSuchFileException
        ? "its directory does not exist"
        : failure.getClass().getSimpleName();
  }

  private static byte[] line(JsonObject json) {
    return (json + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private FileChannel open() throws IOException {
    FileChannel opened =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      opened.position(opened.size());
      if (opened.size() > 0 && !endsWithLine(opened)) {
        write(opened, new byte[] {'\n'});
      }
      write(opened, heading);
      return opened;
    } catch (IOException e) {
      opened.close();
      throw e;
    }
  }

  private static boolean endsWithLine(FileChannel channel) throws IOException {
    ByteBuffer last = ByteBuffer.allocate(1);
    return channel.read(last, channel.size() - 1) == 1 && last.get(0) == '\n';
  }

  private static void write(FileChannel channel, byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      int unused = channel.write(buffer);
    }
  }

  /** Appends decisions; what was begun and failed begins anew with the next call. */
  void append(List<JournalEntry> entries) throws IOException {
    if (!channel.isOpen()) {
      channel = open();
    }
    try {
      for (JournalEntry entry : entries) {
        if (channel.position() >= mostBytes) {
          rotate();
        }
        write(channel, line(JournalJson.write(entry)));
      }
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private void rotate() throws IOException {
    channel.close();
    for (int i = files - 1; i > 0; i--) {
      Path older = i == 1 ? path : numbered(i - 1);
      if (Files.exists(older)) {
        Files.move(older, numbered(i), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    if (files == 1) {
      Files.delete(path);
    }
    channel = open();
  }

  private Path numbered(int number) {
    return path.resolveSibling(path.getFileName() + "." + number);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
