package dev.plimsoll.extender.protocol;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.json.DecodeException;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.model.object.Pod;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What filter and prioritize are asked.
 *
 * @param pod the pod
 * @param candidates the nodes
 */
public record ExtenderArgs(Pod pod, Candidates candidates) {

  /**
   * Reads a body.
   *
   * @throws MalformedCallException if it isn't such a call
   */
  public static ExtenderArgs read(byte[] body) {
    Reading reading = new Reading(body);
    Pod pod = reading.pod.orElseThrow(() -> new MalformedCallException("The call has no Pod."));
    if (reading.names.isPresent() == reading.objects.isPresent()) {
      throw new MalformedCallException(
          reading.names.isPresent()
              ? "The call has both Nodes and NodeNames; one of them must be null."
              : "The call has neither Nodes nor NodeNames.");
    }
    return new ExtenderArgs(
        pod, reading.names.map(n -> (Candidates) n).or(() -> reading.objects).orElseThrow());
  }

  /** Reads the pod that stands next. */
  static Pod pod(Skimmer json, byte[] body) {
    int start = json.position();
    json.skip();
    String text = new String(body, start, json.position() - start, StandardCharsets.UTF_8);
    try {
      JsonElement tree = JsonParser.parseString(text);
      if (!(tree instanceof JsonObject object)) {
        throw new MalformedCallException("Pod is not an object.");
      }
      Pod pod = (Pod) ObjectReader.read(object, Pod.TYPE);
      if (pod.name().isEmpty() || pod.namespace().isEmpty()) {
        throw new MalformedCallException("Pod has no name or no namespace.");
      }
      return pod;
    } catch (JsonParseException e) {
      throw new MalformedCallException("Pod is not correct JSON.");
    } catch (DecodeException e) {
      throw new MalformedCallException("Pod: " + e.getMessage() + ".");
    }
  }

  private static final class Reading {
    private final byte[] body;
    private final Skimmer json;
    private Optional<Pod> pod = Optional.empty();
    private Optional<Candidates.Names> names = Optional.empty();
    private Optional<Candidates.Objects> objects = Optional.empty();

    Reading(byte[] body) {
      this.body = body;
      this.json = new Skimmer(body);
      json.object(this::field);
      json.end();
    }

    private void field(String name) {
      if (json.isNull()) {
        return;
      }
      switch (name) {
        case "Pod" -> pod = Optional.of(pod(json, body));
        case "NodeNames" -> names = Optional.of(new Candidates.Names(names()));
        case "Nodes" -> json.object(this::inNodes);
        default -> json.skip();
      }
    }

    private List<String> names() {
      List<String> read = new ArrayList<>();
      json.array(() -> read.add(json.string()));
      return read;
    }

    private void inNodes(String name) {
      if (!name.equals("items")) {
        json.skip();
        return;
      }
      List<String> found = new ArrayList<>();
      Ranges ranges = new Ranges();
      if (!json.isNull()) {
        json.array(() -> item(found, ranges));
      }
      objects = Optional.of(new Candidates.Objects(found, body, ranges.toArray()));
    }

    private void item(List<String> found, Ranges ranges) {
      int start = json.position();
      int before = found.size();
      json.object(
          field -> {
            if (field.equals("metadata")) {
              json.object(
                  inside -> {
                    if (inside.equals("name")) {
                      found.add(json.string());
                    } else {
                      json.skip();
                    }
                  });
            } else {
              json.skip();
            }
          });
      if (found.size() != before + 1) {
        throw new MalformedCallException("A node in Nodes has no name.");
      }
      ranges.add(start, json.position());
    }
  }

  private static final class Ranges {
    private int[] values = new int[64];
    private int size;

    void add(int start, int end) {
      if (size + 2 > values.length) {
        values = Arrays.copyOf(values, values.length * 2);
      }
      values[size++] = start;
      values[size++] = end;
    }

    int[] toArray() {
      return Arrays.copyOf(values, size);
    }
  }
}
