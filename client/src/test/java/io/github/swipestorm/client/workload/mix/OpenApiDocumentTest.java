package io.github.swipestorm.client.workload.mix;

import static io.github.swipestorm.client.workload.mix.HttpWorkloadTest.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Request;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class OpenApiDocumentTest {

    private static final int MANY = 400;

    @TempDir
    Path directory;

    private ImportedWorkload imported(String document) {
        try {
            return OpenApiDocument.read(Files.writeString(directory.resolve("api.yaml"), document))
                    .workload();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static HttpWorkload read(ImportedWorkload workload) {
        return WorkloadFile.parse(
                "imported.yaml", Path.of(""), workload.text(), Optional.empty(), name -> "value-of-" + name);
    }

    private static void forMany(ImportedWorkload workload, Consumer<Request> check) {
        var requests = read(workload).requests(1);
        for (int i = 0; i < MANY; i++) {
            check.accept(requests.request(i));
        }
    }

    /** A document with one operation, which has a JSON body of this schema. */
    private static String post(String schema) {
        return "openapi: 3.1.0\ninfo: {title: Test}\npaths:\n  /x:\n    post:\n      requestBody:\n        content:\n"
                + "          application/json:\n            schema: " + schema + "\n"
                + "components: {schemas: {Tree: {type: object, required: [name], properties: {name: {type: string}, "
                + "left: {$ref: '#/components/schemas/Tree'}, forest: {type: array, items: {$ref: "
                + "'#/components/schemas/Tree'}}}}, Endless: {type: object, required: [next], properties: {next: {$ref: "
                + "'#/components/schemas/Endless'}}}, Cat: {type: object, required: [kind, lives], properties: {kind: "
                + "{type: string}, lives: {type: integer, minimum: 1, maximum: 9}}}}}\n";
    }

    private static Schema schema(String schema) {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema, InputFormat.YAML);
    }

    @Test
    void the_swipe_api_becomes_requests_that_fit_its_schemas() throws IOException {
        Path ours = Path.of("../swipe-api/src/main/resources/io/github/swipestorm/api/openapi.yaml");
        ImportedWorkload workload = OpenApiDocument.read(ours).workload();

        assertThat(workload.missing()).isEmpty();
        assertThat(workload.guesses()).isEmpty();
        assertThat(read(workload).operations())
                .extracting(Operation::name)
                .containsExactly("swipe", "stats", "matches", "health", "metrics", "openapi");
        String document = Files.readString(ours);
        Schema swipe = schema("{$ref: '#/components/schemas/Swipe', "
                + document.substring(document.indexOf("components:")).transform(OpenApiDocumentTest::asFlow)
                + "}");
        Set<String> paths = new HashSet<>();
        forMany(workload, request -> {
            String text = text(request);
            if (request.operation().name().equals("swipe")) {
                paths.add(text.lines().findFirst().orElseThrow());
                assertThat(swipe.validate(new String(request.body(), UTF_8), InputFormat.JSON))
                        .isEmpty();
            } else if (request.operation().name().equals("stats")) {
                int user =
                        Integer.parseInt(text.lines().findFirst().orElseThrow().substring("GET /stats/".length()));
                assertThat(user).isBetween(1, 5_000);
            }
        });
        assertThat(paths).containsExactlyInAnyOrder("POST /swipe/left/", "POST /swipe/right/");
    }

    /** The rest of a YAML document in flow style. */
    private static String asFlow(String yaml) {
        Load load = new Load(LoadSettings.builder().build());
        String json = JsonMapper.shared().writeValueAsString(load.loadFromString(yaml));
        return json.substring(1, json.length() - 1);
    }

    @Test
    void the_petstore_becomes_a_readable_file() throws IOException {
        ImportedWorkload workload = OpenApiDocument.read(
                        Path.of("src/test/resources/io/github/swipestorm/client/workload/mix/petstore.yaml"))
                .workload();

        assertThat(workload.text()).isEqualTo("""
                # yaml-language-server: $schema=workload.schema.json
                # Imported from petstore.yaml, OpenAPI 3.0.0: Swagger Petstore.
                # All weights are 1: write how often each operation is sent. What is ok is what the document says of 2xx and 3xx.
                name: swagger-petstore
                defaults:
                  basePath: /v1

                variables:
                  petId: ${random.text(16)}   # TODO: give values that exist; the document names none

                operations:
                  - name: listPets
                    path: /pets
                    query:
                      limit: ${random.int(1,100)}
                    expectStatus: 200

                  - name: createPets
                    method: POST
                    path: /pets
                    json:
                      id: ${random.int(1,1000)}
                      name: ${random.text(16)}
                    expectStatus: 201

                  - name: showPetById
                    path: /pets/${petId}
                    expectStatus: 200
                """);
        assertThat(workload.origin()).contains("http://petstore.swagger.io");
        assertThat(workload.guesses()).hasSize(1).first().asString().contains("petId");
        forMany(
                workload,
                request -> assertThat(text(request))
                        .matches("(?s)GET /v1/pets\\?limit=[1-9][0-9]{0,2}\n\n"
                                + "|GET /v1/pets/[A-Za-z0-9]{16}\n\n"
                                + "|POST /v1/pets\n\n\\{\"id\":[1-9][0-9]{0,3},\"name\":\"[A-Za-z0-9]{16}\"}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{type: string, minLength: 30}",
                "{type: string, maxLength: 5}",
                "{type: string, format: date}",
                "{type: string, format: date-time}",
                "{type: string, format: uuid}",
                "{type: string, format: email}",
                "{type: string, format: uri}",
                "{type: string, format: ipv4}",
                "{type: string, format: ipv6}",
                "{type: string, format: time}",
                "{type: string, pattern: '^[1-9][0-9]*$'}",
                "{type: string, pattern: '^[0-9]{4}$'}",
                "{type: string, pattern: '^[A-Za-z0-9]{3,7}$'}",
                "{type: string, enum: [a b, 'true', '12', 'c,d', 'e)f', '${x}', 'say \"hi\"']}",
                "{type: string, enum: ['1', '2', 'true']}",
                "{type: string, example: '007'}",
                "{type: string, example: 'a: b # \"c\" ''d'' ${e} \\f é'}",
                "{type: integer}",
                "{type: integer, minimum: 5000}",
                "{type: integer, maximum: -5}",
                "{type: integer, exclusiveMinimum: 0, exclusiveMaximum: 3}",
                "{type: integer, minimum: 7, maximum: 40, multipleOf: 7}",
                "{type: integer, enum: [1, 2, 3]}",
                "{type: integer, minimum: -9223372036854775808, maximum: 9223372036854775807}",
                "{type: number, minimum: 0.25, maximum: 0.5}",
                "{type: number, multipleOf: 0.01, minimum: 1, maximum: 1.05}",
                "{type: boolean}",
                "{type: ['null', boolean]}",
                "{const: null, type: 'null'}",
                "{type: array, minItems: 3, items: {type: integer, minimum: 1, maximum: 9}}",
                "{type: array, minItems: 2, uniqueItems: true, items: {enum: [x, y, z]}}",
                "{type: array, prefixItems: [{type: string}, {type: boolean}], items: false}",
                "{type: array, maxItems: 0, items: {type: string}}",
                "{type: array, items: {type: array, items: {type: object, properties: {a: {type: integer}, b: {}}}}}",
                "{type: object, required: [a], properties: {a: {type: object, properties: {b: {type: 'null'}}}, c: {}}}",
                "{type: object, additionalProperties: {type: integer}, minProperties: 2}",
                "{allOf: [{required: [a]}, {properties: {a: {type: integer, maximum: 9}}}, {properties: {a: {minimum: 9}}}]}",
                "{allOf: [{type: integer, maximum: 9}, {minimum: 9}]}",
                "{allOf: [{$ref: '#/components/schemas/Tree'}, {required: [left], properties: {left: {required: [name]}}}]}",
                "{oneOf: [{type: string, pattern: '^[A-Z]{3}-x$'}, {type: integer}]}",
                "{anyOf: [{type: 'null'}, {type: boolean}]}",
                "{type: object, properties: {a: {type: string}, b: {type: string}}, anyOf: [{required: [a]}, {required: [b]}]}",
                "{$ref: '#/components/schemas/Tree'}",
                "{type: array, items: {$ref: '#/components/schemas/Tree'}}",
                "{type: object, required: [t], properties: {t: {$ref: '#/components/schemas/Tree'}}}",
                "{oneOf: [{$ref: '#/components/schemas/Endless'}, {$ref: '#/components/schemas/Cat'}]}",
            })
    void a_body_fits_its_schema(String schema) {
        ImportedWorkload workload = imported(post(schema));
        Schema rule = schema(asFlowSchema(schema));

        assertThat(workload.missing()).isEmpty();
        forMany(
                workload,
                request -> assertThat(rule.validate(
                                new String(request.body(), UTF_8),
                                InputFormat.JSON,
                                context -> context.executionConfig(config -> config.formatAssertionsEnabled(true))))
                        .as(new String(request.body(), UTF_8))
                        .isEmpty());
    }

    private static String asFlowSchema(String schema) {
        String document = post(schema);
        return schema.replaceFirst("}$", "") + ", " + document.substring(document.indexOf("components:")) + "}";
    }

    @Test
    void what_cannot_be_guessed_is_refused_until_it_is_filled_in() {
        ImportedWorkload workload = imported(
                post(
                        "{type: object, required: [code, chain], properties: {code: {type: string, "
                                + "pattern: '^[A-Z]{3}-x$'}, chain: {$ref: '#/components/schemas/Endless'}, iban: {format: iban}}}"));

        // The whole body, as it has no end.
        assertThat(workload.missing()).containsExactly("POST /x: json: its schema contains itself");
        assertThatThrownBy(() -> read(workload)).hasMessageContaining("A value is still to be filled in");

        ImportedWorkload pattern =
                imported(post("{type: object, required: [code, iban], properties: {code: {type: string, "
                        + "pattern: '^[A-Z]{3}-x$'}, iban: {type: string, format: iban}}}"));
        assertThat(pattern.missing()).containsExactly("POST /x: json.code: a text that matches ^[A-Z]{3}-x$");
        assertThat(pattern.guesses()).containsExactly("POST /x: json.iban: a text of format iban");
        assertThat(pattern.text()).contains("code: ${TODO}   # TODO: a text that matches ^[A-Z]{3}-x$\n");
        assertThatThrownBy(() -> read(pattern)).hasMessageMatching("imported.yaml:11:7: A value is still .*");
    }

    @Test
    void examples_come_before_defaults_and_schemas() {
        JsonNode body = JsonMapper.shared()
                .readTree(read(imported(post("{type: object, required: [a, b, c, d, e], properties: {"
                                + "a: {type: integer, example: 5, default: 6}, b: {type: string, default: 7}, "
                                + "c: {type: array, items: {type: string}, examples: [[x, '1', 2, null]]}, "
                                + "d: {$ref: '#/components/schemas/Cat', description: one}, e: {const: true}}}")))
                        .requests(1)
                        .request(0)
                        .body());
        assertThat(body.get("a").intValue()).isEqualTo(5);
        assertThat(body.get("b").toString()).isEqualTo("\"7\"");
        assertThat(body.get("c").toString()).isEqualTo("[\"x\",\"1\",2,null]");
        assertThat(body.get("d").get("lives").intValue()).isBetween(1, 9);
        assertThat(body.get("e").toString()).isEqualTo("true");
    }

    @Test
    void a_read_only_property_is_not_sent_and_a_discriminator_names_the_branch() {
        forMany(
                imported(post("{oneOf: [{$ref: '#/components/schemas/Cat'}], required: [id, kind], properties: {id: "
                        + "{readOnly: true}}, discriminator: {propertyName: kind}}")),
                request ->
                        assertThat(new String(request.body(), UTF_8)).matches("\\{\"kind\":\"Cat\",\"lives\":[1-9]}"));
    }

    @Test
    void parameters_forms_and_credentials_have_their_places() {
        ImportedWorkload workload = imported("""
                {"openapi": "3.0.3", "info": {"title": "Shop"},
                "servers": [{"url": "https://{where}.example/{v}/", "variables": {"where": {"default": "eu"}, "v": {"default": "v2"}}}],
                "security": [{"token": []}],
                \t"components": {"securitySchemes": {
                  "token": {"type": "http", "scheme": "bearer"},
                  "user": {"type": "apiKey", "in": "query", "name": "api_key"},
                  "basic": {"type": "http", "scheme": "basic"},
                  "sid": {"type": "apiKey", "in": "cookie", "name": "sid"}},
                  "parameters": {"Trace": {"name": "X-Trace", "in": "header", "required": true, "schema": {"type": "string", "maxLength": 4}}}},
                "paths": {
                  "/orders/{id}/{part}": {
                    "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer", "example": 12}},
                      {"name": "part", "in": "path", "required": true, "schema": {"enum": ["a b", "c/d"]}},
                      {"$ref": "#/components/parameters/Trace"}],
                    "get": {"operationId": "one", "parameters": [
                      {"name": "tag", "in": "query", "required": true, "schema": {"type": "array", "items": {"type": "string", "example": "x&y"}, "minItems": 2}},
                      {"name": "csv", "in": "query", "required": true, "explode": false, "schema": {"type": "array", "items": {"type": "integer", "example": 3}, "minItems": 2}},
                      {"name": "filter", "in": "query", "required": true, "style": "deepObject", "schema": {"type": "object", "properties": {"on": {"type": "boolean", "default": true}}}},
                      {"name": "page", "in": "query", "schema": {"type": "integer", "default": 1}},
                      {"name": "search", "in": "query", "schema": {"type": "string"}},
                      {"name": "X-Optional", "in": "header", "schema": {"type": "string"}},
                      {"name": "lang", "in": "cookie", "required": true, "schema": {"const": "de"}}],
                      "responses": {"200": {}, "304": {}, "404": {}}},
                    "put": {"security": [{"basic": []}], "responses": {"2XX": {}, "default": {}}},
                    "delete": {"security": [{"user": [], "sid": []}]}},
                  "/login": {"servers": [{"url": "/auth"}], "post": {"operationId": "login", "security": [],
                    "requestBody": {"content": {"application/x-www-form-urlencoded": {"schema": {"required": ["a", "b"],
                      "properties": {"a": {"type": "string", "example": "x y&z"}, "b": {"type": "integer", "enum": [4]}}}}}}}}
                }}
                """);
        Map<String, String> first = new HashMap<>();
        forMany(
                workload,
                request -> first.putIfAbsent(
                        request.operation().name(),
                        text(request) + request.operation().headers()));

        assertThat(first.get("one"))
                .containsPattern("^GET /v2/orders/12/(a%20b|c%2Fd)\\?")
                .contains("tag=x%26y&tag=x%26y", "csv=3%2C3", "&filter%5Bon%5D=true", "&page=1")
                .doesNotContain("search", "Optional")
                .containsPattern("\nX-Trace: [A-Za-z0-9]{4}\r\n")
                .contains("\nAuthorization: Bearer value-of-TOKEN\r\n", "\nCookie: lang=value-of-LANG_VALUE\r\n");
        assertThat(first.get("PUT /orders/{id}/{part}")).contains("\nAuthorization: Basic value-of-BASIC\r\n");
        assertThat(first.get("DELETE /orders/{id}/{part}"))
                .contains("api_key=value-of-USER_VALUE", "\nCookie: sid=value-of-SID\r\n")
                .doesNotContain("Authorization");
        assertThat(first.get("login"))
                .startsWith("POST /auth/login\n")
                .contains("\na=x+y%26z&b=4[")
                .doesNotContain("Authorization", "X-Trace");
        assertThat(workload.environment()).containsOnlyKeys("TOKEN", "BASIC", "USER_VALUE", "SID", "LANG_VALUE");
        assertThat(read(workload).operations())
                .extracting(operation -> operation.expected().toString())
                .containsExactly("200,304", "2xx", "2xx", "2xx");
        assertThat(workload.text()).contains("optional and has no example, default or range: query search\n");
    }

    @Test
    void a_schema_that_branches_at_every_level_has_an_end() {
        StringBuilder document =
                new StringBuilder(post("{$ref: '#/components/schemas/S0'}").replaceAll("}}\n$", ""));
        for (int i = 0; i < 40; i++) {
            document.append(", S" + i + ": {type: object, properties: {");
            for (int j = 1; j <= 6; j++) {
                document.append("p" + j + ": {oneOf: [{$ref: '#/components/schemas/S" + Math.min(40, i + j) + "'}]}, ");
            }
            document.append("}}");
        }
        ImportedWorkload workload = imported(document + ", S40: {type: integer}}}\n");
        assertThat(workload.text().length()).isLessThan(200_000);
        assertThat(workload.missing()).isEmpty();
        read(workload);
    }

    @Test
    void no_secret_of_an_example_is_in_the_workload() {
        ImportedWorkload workload = imported("""
                openapi: 3.0.0
                servers: [{url: 'https://ada:s3cr3t@api.example/v1'}]
                paths:
                  /login/{token}:
                    post:
                      operationId: login
                      parameters:
                        - {name: token, in: path, required: true, schema: {type: string, example: s3cr3t}}
                        - {name: api_key, in: query, example: s3cr3t, schema: {type: string}}
                        - {name: filter, in: query, style: deepObject, example: {access_token: s3cr3t, page: two}}
                        - {name: X-Api-Key, in: header, required: true, schema: {type: string, default: s3cr3t}}
                        - {name: X-Login, in: header, required: true, example: Bearer s3cr3t}
                        - {name: X-Client, in: header, required: true, example: web}
                        - {name: visitor, in: cookie, required: true, example: s3cr3t}
                        - {name: pin_token, in: query, required: true, schema: {type: string}}
                      requestBody:
                        content:
                          application/json:
                            example: {user: {password: s3cr3t, name: Ada}, tokens: [{refresh_token: s3cr3t}],
                              next: 'https://ada:s3cr3t@a.example/', expires_in_key: 7, empty_key: ''}
                  /form:
                    post:
                      operationId: form
                      requestBody:
                        content:
                          application/x-www-form-urlencoded:
                            schema:
                              properties: {client_secret: {type: string, example: s3cr3t}, scope: {type: string, example: all}}
                  /text:
                    post:
                      operationId: text
                      requestBody: {content: {text/xml: {example: '<login password="s3cr3t"/>'}}}
                  /parts:
                    post:
                      operationId: parts
                      requestBody:
                        content: {multipart/form-data: {schema: {properties: {password: {type: string, example: s3cr3t}}}}}
                """);

        assertThat(workload.toString()).doesNotContain("s3cr3t");
        assertThat(workload.environment())
                .containsOnlyKeys(
                        "TOKEN",
                        "API_KEY",
                        "ACCESS_TOKEN",
                        "X_API_KEY",
                        "X_LOGIN",
                        "VISITOR",
                        "PASSWORD",
                        "REFRESH_TOKEN",
                        "NEXT",
                        "CLIENT_SECRET",
                        "BODY")
                .containsEntry("API_KEY", "the parameter 'api_key'")
                .containsEntry("X_LOGIN", "the header 'X-Login' without 'Bearer '")
                .containsEntry("PASSWORD", "the field 'password'");
        Map<String, String> requests = new HashMap<>();
        forMany(workload, request -> requests.put(request.operation().name(), text(request)));
        assertThat(requests.get("login"))
                .startsWith("POST /v1/login/value-of-TOKEN?api_key=value-of-API_KEY&")
                .contains(
                        "=value-of-ACCESS_TOKEN&",
                        "=two&",
                        "\nX-Api-Key: value-of-X_API_KEY\r\n",
                        "\nX-Login: Bearer value-of-X_LOGIN\r\n",
                        "\nCookie: visitor=value-of-VISITOR\r\n")
                .endsWith("\n{\"user\":{\"password\":\"value-of-PASSWORD\",\"name\":\"Ada\"},"
                        + "\"tokens\":[{\"refresh_token\":\"value-of-REFRESH_TOKEN\"}],\"next\":\"value-of-NEXT\","
                        + "\"expires_in_key\":7,\"empty_key\":\"\"}");
        assertThat(workload.text()).contains("X-Client: web");
        assertThat(requests.get("form")).endsWith("\nclient_secret=value-of-CLIENT_SECRET&scope=all");
        assertThat(requests.get("text")).endsWith("\nvalue-of-BODY");
        assertThat(requests.get("parts")).contains("\r\n\r\nvalue-of-PASSWORD\r\n");
    }

    @Test
    void operations_of_the_same_name_get_numbers_and_long_names_are_cut() {
        String longName = "n".repeat(200);
        ImportedWorkload workload =
                imported("openapi: 3.0.0\npaths:\n  /a: {get: {operationId: same}}\n  /b: {get: {operationId: "
                        + "same}}\n  /c: {get: {operationId: " + longName + "}}\n  /d: {get: {operationId: " + longName
                        + "}}\n");
        assertThat(read(workload).operations())
                .extracting(Operation::name)
                .containsExactly("same", "same (2)", "n".repeat(77) + "...", "n".repeat(77) + "... (2)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "swagger: '2.0' | 1:10: Swagger 2.0 is not supported: convert the document to OpenAPI 3 first",
                "openapi: 3.2.0 | 1:10: OpenAPI 3.2.0 is not supported: use 3.0 or 3.1",
                "log: {} | 1:1: 'openapi' is missing",
                "- 1 | 1:1: it is not an OpenAPI document",
                "'' | it is not an OpenAPI document",
                "openapi: [ | it is neither YAML nor JSON",
                "openapi: 3.0.0 | 1:1: 'paths' is missing or empty",
                "{openapi: 3.0.0, paths: {x: {get: {}}}} | 1:26: the path 'x' must begin with a slash",
                "{openapi: 3.0.0, paths: {/x: {summary: y}}} | no path has a method",
                "{openapi: 3.0.0, paths: {/x: {$ref: 'other.yaml#/x'}}} | '$ref: other.yaml#/x' leads out of the document: bundle",
                "{openapi: 3.0.0, paths: {/x: {$ref: '#/nowhere'}}} | 1:37: '$ref: #/nowhere' leads to nothing",
                "{openapi: 3.0.0, paths: {/x: {$ref: '#/paths/~1x'}}} | leads back to itself",
                "{openapi: 3.0.0, security: [{a: []}], paths: {/x: {get: {}}}} | the security scheme 'a' is not in components",
                "{openapi: 3.0.0, servers: [{url: 'http://{h}/'}], paths: {/x: {get: {}}}} | server variable 'h' has no default",
                "{openapi: 3.0.0, servers: [{url: 'http://a b/'}], paths: {/x: {get: {}}}} | 'http://a b/' is not a URL",
                "{openapi: 3.0.0, paths: {/x: {get: {parameters: [{name: a, in: body}]}}}} | the parameter 'a' is 'in' something",
            })
    void a_wrong_document_gets_one_line_with_its_place(String document, String message) {
        assertThatThrownBy(() -> imported(document.equals("''") ? "" : document))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message)
                .hasMessageStartingWith(directory.resolve("api.yaml") + ":1:")
                .message()
                .hasLineCount(1);
    }

    @Test
    void a_file_that_cannot_be_read_is_named() throws IOException {
        assertThatThrownBy(() -> OpenApiDocument.read(directory.resolve("none.yaml")))
                .hasMessageContaining("none.yaml' is not there: name an OpenAPI document");
        assertThatThrownBy(() -> OpenApiDocument.read(directory))
                .hasMessageContaining("is a directory: name an OpenAPI document");
        Path binary = Files.write(directory.resolve("b"), new byte[] {(byte) 0xFF, 0, 1});
        assertThatThrownBy(() -> OpenApiDocument.read(binary)).hasMessageContaining("is not UTF-8 text");
    }
}
