//! The routes under `/api/v1/`.

use std::{fmt::Display, sync::Arc};

use axum::{
    extract::{FromRequestParts, Query, State},
    http::{HeaderMap, HeaderValue, header, request::Parts},
    response::Response,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use utoipa::{IntoParams, OpenApi, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};
use waribashi::{Position, Rules, Side};
use waribashi_solve::Kind;

use crate::{
    document::{ANSWER, Document, answer},
    json::PositionJudgedJson,
    library::Library,
    playing::play,
    problem::{Problem, ProblemJson},
    rule_sets::{RulesInfoJson, RulesListingJson},
    solution::SolutionJson,
};

/// The most moves that a request can play.
pub const MOST_MOVES: usize = 1_000;

/// What the handlers work with.
pub(crate) struct Desk {
    library: Library,
    listing: Document,
    description: Document,
}

/// Every route, described and served by the same words.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "waribashi",
        description = "Exact answers for the finger game Chopsticks: who wins, how fast, and with which move."
    ),
    tags((name = "rules", description = "The rules of the game"), (name = "answers", description = "What is known of positions"))
)]
struct Described;

fn routes() -> OpenApiRouter<Arc<Desk>> {
    OpenApiRouter::with_openapi(Described::openapi())
        .routes(routes!(rules))
        .routes(routes!(position))
        .routes(routes!(solution))
        .routes(routes!(graph))
        .routes(routes!(openapi))
}

/// The description of the routes, OpenAPI 3.1.
pub fn description() -> utoipa::openapi::OpenApi {
    routes().split_for_parts().1
}

pub(crate) fn router(library: Library) -> axum::Router {
    let (router, description) = routes().split_for_parts();
    router.with_state(Arc::new(Desk {
        library,
        listing: Document::json(&RulesListingJson::new()),
        description: Document::json(&description),
    }))
}

/// The part of the address after `?`, of which each name is known and stands once.
struct Asked<T>(T);

/// A question with an example of how it is asked.
trait Example {
    const EXAMPLE: &str;
}

impl<T: DeserializeOwned + Example, S: Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let asked = Query::try_from_uri(&parts.uri);
        asked.map(|Query(asked)| Asked(asked)).map_err(|error| {
            let text = parts.uri.query().unwrap_or("").escape_debug();
            let text: String = text.take(60).collect();
            let error = error.body_text();
            let error = error
                .rsplit_once(": ")
                .map_or(error.as_str(), |(_, what)| what);
            Problem::input(format!(
                "query \"{text}\": {error} (for example: {})",
                T::EXAMPLE
            ))
        })
    }
}

/// An error of a parameter, which is named.
fn named(parameter: &str, error: impl Display) -> Problem {
    Problem::input(format!("{parameter}: {error}"))
}

fn rules_of(text: &str) -> Result<Rules, Problem> {
    text.parse().map_err(|error| named("rules", error))
}

fn start_of(text: Option<&str>, rules: &Rules) -> Result<Position, Problem> {
    text.map_or_else(
        || Ok(rules.start().clone()),
        |text| Position::parse(text, rules).map_err(|error| named("start", error)),
    )
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct RulesQuery {
    /// A preset with changes after it; without it, all presets and all questions are told.
    #[param(example = "suicide,fingers=6")]
    rules: Option<String>,
}

impl Example for RulesQuery {
    const EXAMPLE: &str = "/api/v1/rules?rules=suicide,fingers=6";
}

/// One rule set, or all that have a name.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = RulesAnswer)]
#[allow(
    dead_code,
    clippy::large_enum_variant,
    reason = "a description of two answers"
)]
enum RulesAnswerJson {
    One(RulesInfoJson),
    All(RulesListingJson),
}

/// The rule sets that have a name and the questions that rules answer, or one rule set.
#[utoipa::path(
    get,
    path = "/api/v1/rules",
    tag = "rules",
    params(RulesQuery),
    responses(
        (status = OK, description = "With `rules`, that rule set; without, all that have a name", body = RulesAnswerJson),
        (status = BAD_REQUEST, description = "The text is no rule set", body = ProblemJson)
    )
)]
async fn rules(
    State(desk): State<Arc<Desk>>,
    asked: HeaderMap,
    Asked(query): Asked<RulesQuery>,
) -> Result<Response, Problem> {
    Ok(match query.rules {
        None => desk.listing.response(&asked, ANSWER),
        Some(text) => answer(&asked, &RulesInfoJson::new(&rules_of(&text)?)),
    })
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct PositionQuery {
    /// A preset with changes after it.
    #[param(example = "self-tap")]
    rules: String,
    /// The position in which the game starts, the player to move first; without it, the start of the rules.
    #[param(example = "11-11")]
    start: Option<String>,
    /// The moves played from there, with blanks between them; at most 1,000.
    #[param(example = "1x1 1+2")]
    #[serde(default)]
    moves: String,
}

impl Example for PositionQuery {
    const EXAMPLE: &str = "/api/v1/position?rules=self-tap&start=11-11&moves=1x1+1x2";
}

/// A position of a game, and all its moves, best first.
///
/// Under a repetition rule the values are exact, with what has been played counted.
#[utoipa::path(
    get,
    path = "/api/v1/position",
    tag = "answers",
    params(PositionQuery),
    responses(
        (status = OK, description = "What is known of the position", body = PositionJudgedJson),
        (status = BAD_REQUEST, description = "Rules, start or moves are wrong", body = ProblemJson),
        (status = UNPROCESSABLE_ENTITY, description = "The rule set is too large for the server", body = ProblemJson),
        (status = SERVICE_UNAVAILABLE, description = "The server is busy, or the solve takes too long", body = ProblemJson)
    )
)]
async fn position(
    State(desk): State<Arc<Desk>>,
    asked: HeaderMap,
    Asked(query): Asked<PositionQuery>,
) -> Result<Response, Problem> {
    let rules = rules_of(&query.rules)?;
    let count = query.moves.split_whitespace().count();
    if count > MOST_MOVES {
        return Err(named(
            "moves",
            format!(
                "{count} are too many: expected at most {MOST_MOVES} (for example: moves=1x1+1x2)"
            ),
        ));
    }
    let game = play(&rules, query.start.as_deref(), &query.moves).map_err(Problem::input)?;
    Ok(answer(&asked, &desk.library.answer(game).await?))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct SolutionQuery {
    /// A preset with changes after it.
    #[param(example = "self-tap")]
    rules: String,
}

impl Example for SolutionQuery {
    const EXAMPLE: &str = "/api/v1/solution?rules=self-tap";
}

/// All positions of a small rule set.
#[utoipa::path(
    get,
    path = "/api/v1/solution",
    tag = "answers",
    params(SolutionQuery),
    responses(
        (status = OK, description = "Every position with its value, distance and moves", body = SolutionJson),
        (status = BAD_REQUEST, description = "The text is no rule set", body = ProblemJson),
        (status = UNPROCESSABLE_ENTITY, description = "The rule set is not small", body = ProblemJson),
        (status = SERVICE_UNAVAILABLE, description = "The server is busy", body = ProblemJson)
    )
)]
async fn solution(
    State(desk): State<Arc<Desk>>,
    asked: HeaderMap,
    Asked(query): Asked<SolutionQuery>,
) -> Result<Response, Problem> {
    let rules = rules_of(&query.rules)?;
    let key = format!("solution {rules}");
    let make = |solution: &_| Ok(Document::json(&SolutionJson::new(solution)));
    let document = desk.library.document(&key, &rules, make).await?;
    Ok(document.response(&asked, ANSWER))
}

/// A kind of graph by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum KindName {
    /// The moves of both players that keep the value.
    Optimal,
    /// The first player's best moves against every reply.
    First,
    /// The second player's best moves against every reply.
    Second,
    /// One player's first mistakes, and how they are punished.
    Mistakes,
    /// Everything that can be reached.
    Full,
}

impl KindName {
    /// The name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            KindName::Optimal => "optimal",
            KindName::First => "first",
            KindName::Second => "second",
            KindName::Mistakes => "mistakes",
            KindName::Full => "full",
        }
    }

    /// The kind; of mistakes, those of a side.
    pub(crate) fn kind(self, side: Side) -> Kind {
        match self {
            KindName::Optimal => Kind::Optimal,
            KindName::First => Kind::Best(Side::First),
            KindName::Second => Kind::Best(Side::Second),
            KindName::Mistakes => Kind::Mistakes(side),
            KindName::Full => Kind::Full,
        }
    }
}

/// A player by name.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum SideName {
    #[default]
    First,
    Second,
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct GraphQuery {
    /// A preset with changes after it.
    #[param(example = "self-tap")]
    rules: String,
    /// Which part of the game.
    #[param(inline)]
    kind: KindName,
    /// The position to begin with, the player to move first; without it, the start of the rules.
    #[param(example = "11-11")]
    start: Option<String>,
    /// Whose mistakes, of the kind `mistakes`.
    #[serde(default)]
    #[param(inline, required = false)]
    side: SideName,
}

impl Example for GraphQuery {
    const EXAMPLE: &str = "/api/v1/graph?rules=self-tap&kind=optimal";
}

/// A part of the game as a picture.
///
/// Each position is a group of the class `position` with the attributes `data-position` and `data-turn`.
#[utoipa::path(
    get,
    path = "/api/v1/graph",
    tag = "answers",
    params(GraphQuery),
    responses(
        (status = OK, description = "An SVG document", body = String, content_type = "image/svg+xml"),
        (status = BAD_REQUEST, description = "Rules, kind or start are wrong", body = ProblemJson),
        (status = UNPROCESSABLE_ENTITY, description = "The rule set or the graph is too large to draw", body = ProblemJson),
        (status = SERVICE_UNAVAILABLE, description = "The server is busy", body = ProblemJson)
    )
)]
async fn graph(
    State(desk): State<Arc<Desk>>,
    asked: HeaderMap,
    Asked(query): Asked<GraphQuery>,
) -> Result<Response, Problem> {
    let rules = rules_of(&query.rules)?;
    let start = start_of(query.start.as_deref(), &rules)?;
    let side = match query.side {
        SideName::First => Side::First,
        SideName::Second => Side::Second,
    };
    let kind = query.kind.kind(side);
    let key = format!("graph {kind:?} {} {rules}", start.notation(rules.fingers));
    let make = move |solution: &waribashi_solve::Solution| {
        let drawn = waribashi_draw::svg(&solution.strategy(kind, &start));
        let svg = drawn.map_err(Problem::too_much)?;
        Ok(Document::new("image/svg+xml", svg.into_bytes()))
    };
    let document = desk.library.document(&key, &rules, make).await?;
    let mut response = document.response(&asked, ANSWER);
    // The picture looked at by itself has one style of its own; nothing else is allowed to it.
    let policy = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox");
    response
        .headers_mut()
        .insert(header::CONTENT_SECURITY_POLICY, policy);
    Ok(response)
}

/// This description.
#[utoipa::path(
    get,
    path = "/api/v1/openapi.json",
    tag = "rules",
    responses((status = OK, description = "An OpenAPI document", body = Object))
)]
async fn openapi(State(desk): State<Arc<Desk>>, asked: HeaderMap) -> Response {
    desk.description.response(&asked, ANSWER)
}
