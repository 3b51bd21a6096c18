package dev.plimsoll.kube.report;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.InputFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The gaps of another run, as {@code plimsoll gaps -o json} wrote them.
 *
 * @param asOf when that cluster was read, as written there
 * @param selection the options that narrowed that run, empty for none
 * @param gaps the gaps
 */
public record RecordedGaps(String asOf, String selection, List<RecordedGap> gaps) {

  public RecordedGaps {
    gaps = List.copyOf(gaps);
  }

  /**
   * One gap of another run.
   *
   * @param id its identity
   * @param kind its kind, which may be one that this build doesn't know
   * @param namespace the namespace, empty for the cluster
   * @param objectKind the kind of its object
   * @param objectName the name of its object, empty for the cluster
   * @param resource the resource, empty for none
   * @param pods how many pods it kept from running
   * @param amounts its cost in thousandths of devices, by kind
   * @param message its sentence
   */
  public record RecordedGap(
      String id,
      String kind,
      String namespace,
      String objectKind,
      String objectName,
      String resource,
      int pods,
      Map<String, Long> amounts,
      String message) {

    public RecordedGap {
      amounts = Map.copyOf(amounts);
    }
  }

  /**
   * Reads a file.
   *
   * @throws InputException if it isn't there or isn't what {@code gaps -o json} writes
   */
  public static RecordedGaps read(Path file) {
    InputFiles.require(file);
    try {
      JsonElement tree = JsonParser.parseString(Files.readString(file));
      JsonObject root = tree.getAsJsonObject();
      List<RecordedGap> gaps = new ArrayList<>();
      for (JsonElement gap : root.getAsJsonArray("gaps")) {
        gaps.add(gap(gap.getAsJsonObject()));
      }
      return new RecordedGaps(text(root, "asOf"), text(root, "selection"), gaps);
    } catch (IOException e) {
      throw new InputException("cannot read " + file + ": " + e.getMessage());
    } catch (JsonParseException
        | IllegalStateException
        | NullPointerException
        | UnsupportedOperationException
        | NumberFormatException
        | ClassCastException e) {
      throw new InputException(
          file
              + " is not what this plimsoll's gaps -o json writes: write the file again with this version");
    }
  }

  private static long thousandths(JsonObject cost, String name) {
    return Math.round(cost.get(name).getAsDouble() * 1000);
  }

  private static RecordedGap gap(JsonObject gap) {
    JsonObject object = gap.getAsJsonObject("object");
    Map<String, Long> amounts = new TreeMap<>();
    for (JsonElement each : gap.getAsJsonObject("cost").getAsJsonArray("resources")) {
      JsonObject cost = each.getAsJsonObject();
      amounts.put(text(cost, "resource"), thousandths(cost, "waiting") + thousandths(cost, "idle"));
    }
    return new RecordedGap(
        text(gap, "id"),
        text(gap, "kind"),
        text(gap, "namespace"),
        text(object, "kind"),
        text(object, "name"),
        text(gap, "resource"),
        gap.get("pods").getAsInt(),
        amounts,
        text(gap, "message"));
  }

  private static String text(JsonObject object, String name) {
    return object.get(name).getAsString();
  }
}
