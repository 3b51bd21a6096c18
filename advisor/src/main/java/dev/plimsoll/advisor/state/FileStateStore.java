package dev.plimsoll.advisor.state;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Keeps the state in a file, which is replaced whole. A file that isn't there is of no decision.
 */
public final class FileStateStore implements StateStore {
  private final Path file;

  /** Keeps it there. */
  public FileStateStore(Path file) {
    this.file = file;
  }

  @Override
  public StoredState read() {
    if (!Files.exists(file)) {
      return StoredState.EMPTY;
    }
    String text;
    try {
      text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new InputException("cannot read the state " + file + ": " + e.getMessage() + ".");
    }
    return new StoredState(object(text), text);
  }

  /** Returns the JSON object in a text, or a damaged state if the text has none. */
  private static JsonObject object(String text) {
    try {
      JsonElement json = JsonParser.parseString(text);
      if (json.isJsonObject()) {
        return json.getAsJsonObject();
      }
    } catch (JsonParseException e) {
      return damaged();
    }
    return damaged();
  }

  private static JsonObject damaged() {
    JsonObject json = new JsonObject();
    json.addProperty("text", "");
    return json;
  }

  @Override
  public boolean write(JsonObject state, String expectedVersion) {
    Path folder = file.toAbsolutePath().getParent();
    try {
      if (!read().version().equals(expectedVersion)) {
        return false;
      }
      Path temporary = Files.createTempFile(folder, ".plimsoll", ".tmp");
      try {
        Files.writeString(temporary, state + "\n");
        Files.move(
            temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(temporary);
      }
      return true;
    } catch (NoSuchFileException e) {
      throw new InputException(
          "cannot write the state " + file + ": there is no folder " + folder + ".");
    } catch (IOException e) {
      throw new InputException("cannot write the state " + file + ": " + e.getMessage() + ".");
    }
  }
}
