package dev.plimsoll.kube.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.google.gson.JsonNull;
import com.google.gson.internal.LazilyParsedNumber;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads values from Jackson's parser, without those parts that aren't wanted. */
final class JsonTreeReader {
  private static final StringInterner TEXTS = new StringInterner();

  private final JsonParser parser;
  private final JsonPruning pruning;

  JsonTreeReader(JsonParser parser, JsonPruning pruning) {
    this.parser = parser;
    this.pruning = pruning;
  }

  /** Reads an object at whose start the parser stands, and leaves it at its end. */
  JsonTree item() throws IOException {
    JsonTree tree = new JsonTree();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      tree.put(name, topField(name));
    }
    return tree;
  }

  /** Reads the value at whose start the parser stands, of a field at the top of an object. */
  Object topField(String name) throws IOException {
    if (pruning.isPayload(name)) {
      parser.skipChildren();
      return JsonNull.INSTANCE;
    }
    return value(!pruning.keepsWhole(name));
  }

  private Object value(boolean prune) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(prune);
      case START_ARRAY -> array(prune);
      case VALUE_STRING ->
          TEXTS.of(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new LazilyParsedNumber(parser.getText());
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> JsonNull.INSTANCE;
    };
  }

  private JsonTree object(boolean prune) throws IOException {
    JsonTree tree = new JsonTree();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      JsonToken next = parser.nextToken();
      if (prune && pruning.isPruned(name, !next.isStructStart())) {
        parser.skipChildren();
      } else {
        tree.put(name, value(prune && next.isStructStart() && !pruning.keepsWhole(name)));
      }
    }
    return tree;
  }

  private List<Object> array(boolean prune) throws IOException {
    List<Object> list = new ArrayList<>(2);
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      list.add(value(prune));
    }
    return list;
  }
}
