import type { Tongue } from './tongue.ts'

/** What is told of things that fail, and not of what they may do. */
const FAILS =
  'work|run|start|load|compile|build|find|show(?! up in)|open|respond|return|connect|seem|know|exist|match|appear|happen|change|matter|care|get|understand|remember|think|see|help|fit|make sense|look|sound|feel|believe|mean|wait|tell|say|recogni'

export const ENGLISH: Tongue = {
  begins: [
    // An order not to do something; without a subject, `don't know` is a report.
    `(?:do not|don't|never)(?: ever| even)? (?!(?:${FAILS}|mind|worry|have|bother|hesitate|panic|forget|need|again|been|had|heard|seen|knew|thought|used|got|\\p{L}+ed)(?!\\p{L}))\\p{L}+`,
    // No thing of a kind, if it is all that the clause says.
    `(?:no|zero|nothing) (?!(?:idea|problem\\w*|worr\\w*|ways?|need|doubt|wait|rush|hurry|thanks?|thank|errors?|fail\\w*|results?|match\\w*|changes?|issues?|warn\\w*|questions?|such|longer|luck|clue|difference|matter|sorry|actually|just|please|can|is|was|i|i'm|oh|the|but|it|it's|that|that's|this|you|we|he|she|they|my|not|never|tests? (?:failed|broke)|one|yes|yeah|pressure|offen[cs]e|joke|kidding|shit|more questions)(?![\\p{L}\\p{N}'])(?!-))(?!.*\\p{L}ed (?:an?|the|it|him|her|them|us|me|my|our|your)(?!\\p{L}))(?!.*(?:was|were|found|happened|appears?|shows?|came|seems?|works?|left|yet|present|implemented|provided|available|documented|supported|defined|configured|enforced|exists?|(?:in|at|so) (?:repo|far|present|all))(?!\\p{L}))[\\p{L}\\p{N}"'./-]+`,
    `(?<!, )not (?:before|after|on|until|via|by|during|even|anything|every|more than|with|without|in|at|for|as|so|too|the)(?! all\\b| now\\b| mood\\b| yet\\b| much\\b| sure\\b| least\\b)(?!\\p{L})`,
    `(?:stop|avoid|go easy|stick to|stick with|be careful|careful|hands off|steer clear|stay (?:away|out of|off)|enough with)(?!,)`,
    `(?:not like (?:that|this)|too (?:long|short|formal|stiff|wordy|vague|technical)|(?:much |way |a bit )?(?:shorter|simpler|plainer|softer|warmer|friendlier|clearer|slower|drier|less \\p{L}+|fewer \\p{L}+)(?:,? please)?$)`,
    `(?:must|has to|needs to)(?! have been| be (?:the|a|some))`,
    `(?:you can|you may|feel free to) (?:skip|drop|leave out|stop|lose)`,
    `(?:nobody|no one)(?:'s| is| gets| touches| goes| should)`,
    `(?<!, )not (?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun|week|birth|holi)(?:days?|ends?)|(?<!, )not (?!(?:sure|really|bad|yet|now|quite|only|just|that|this|great|good|well|ok|okay|much|exactly|necessarily|always|often|too|so|very|again|today|working|happy|true|possible|here|there|me|you|him|her|them|us|it|even|long|far|ready|done|found|enough|\\p{L}+ed|\\p{L}+ing)(?!\\p{L}))\\p{L}+$`,
    // What somebody by name cannot or will not.
    `(?!(?:it|that|this|there|which|what|who|i|we|you|the|they|he|she|still|also|just|why|so|code|page|app|test|tests|build|script|server|site|nothing|everything|something|anyone|nobody|one|life|time|money)(?!\\p{L}))\\p{L}+ (?:really )?(?:doesn't|won't|can't stand|hates|refuses to|only eats|only drinks) (?!(?:${FAILS})(?!\\p{L}))\\p{L}+`,
  ],
  has: [
    // Off limits.
    `off[- ]limits?|(?:leave|leaving) .{2,40}? (?:alone|out of (?:it|this))|keep .{2,40}? out of|hands off|steer clear|not touching|under no circumstances`,
    `(?:is|are|'s|'re) (?:strictly |absolutely |completely )?(?:out of the question|a no(?:-go)?|taboo|sacred|untouchable|banned|forbidden|not (?:allowed|an option|negotiable|optional|up for))|(?:is|are) out(?=$| bc| because| since| for)|non-?negotiable`,
    `stays? (?:exactly |just )?(?:as|where|how|the way) (?:it|they|he|she) (?:is|are)|stays? (?:untouched|the same|out|off|put)`,
    // What a person is that forbids something.
    `allerg\\p{L}+|\\p{L}*intoleran\\p{L}*|co?eliac|diabetic|asthma\\p{L}*|epilep\\p{L}+|colou?r[- ]?blind|dyslexi\\p{L}+|vegan|vegetarian|kosher|halal|pregnant|claustrophobi\\p{L}+|(?:scared|afraid|terrified) of`,
    // What a person cannot or will not.
    `(?:he|she|(?:my|our|his|her|their) \\p{L}+|dad|mum|mom|mother|father|gran\\p{L}*|wife|husband|boss|(?:half|some|all|most) of them|clients?|customers?|guests?|kids?) (?:really |just |absolutely )?(?:can't|cannot|doesn't|does not|won't|refuses to|hates?|can't stand|reacts? to|gets? (?:sick|nervous|migraines?|hives))(?! (?:${FAILS})(?!\\p{L}))|(?:he|she|they)(?:'s| is|'re| are) never`,
    // What may not be.
    `(?<!(?:this|it|that|there|which|i) )(?:(?:must|may|should|shall|ca|can)(?:n't|nnot| not| never) (?!have|always|(?:${FAILS})(?!\\p{L}))(?:be (?!the|that|right|true|found|reached|opened|loaded|resolved|seen|sure)\\p{L}+|change|exceed|.{2,40} (?:in any|anywhere|ever|more than|past|without))|(?:must|may|should|shall)(?:n't| not| never) (?!have|always|be (?:the|that|right|true)|(?:${FAILS})(?!\\p{L}))\\p{L}+)`,
    `(?:need|needs|have|has|got|gotta|supposed|wants?|likes?) (?:to be|to stay|to fit|it to)|not to \\p{L}+`,
    // Wishes.
    `i'd rather|i(?:'d| would)? prefer|i (?:really |just )?(?:don't|do not) (?:want|do|like|eat|drink|wear)|(?:i|we) (?:really |just |absolutely )?(?:hate|can't stand|can't have|can't do)|(?:i'm|we're) not \\p{L}+ing|(?:he|she|they|\\p{L}+) (?:doesn't|does not|don't) want(?: to)?|rather (?:not|you didn't)`,
    // Permission that ended.
    `no longer (?:allowed|ok|okay|fine|welcome)|(?:can't|don't|not|never|do not) .{2,60}? any ?more`,
  ],
  holds: [
    `from (?:now|here) on(?!,? (?:i|we|it|he|she)(?!\\p{L}))|going forward|at all times|everywhere|anywhere|throughout|across the board|(?:before|after) (?:every|each|any)|in (?:any|every) (?!case|way|event)|everything (?:in|as|with)|all \\p{L}+ (?:in|as|to)|anything (?:we|i|you)|one \\p{L}+ at a time|as (?:little|few|short|simple|plain)(?: \\p{L}+)? as possible`,
    `without (?:my |\\p{L}+ing)|ask (?:me )?(?:first|before)|check with me|run it (?:by|past) me|unless i (?:say|ask|tell)|until i (?:say|ask|tell)`,
  ],
  bound: [
    `max(?:imum)?\\.?(?: of)?|tops|at (?:the )?most|no more than|not more than|no longer than|never more than|(?:be|is|it|them|keep|stay|all|to|under|but|^) ?(?:under|below|within|less than|fewer than|up to)|under|limit(?:ed)? to|fit (?:on|in|into)|cap(?:ped)? (?:it )?at|(?:can't|not|must not|mustn't) (?:go over|exceed|cost more than)`,
  ],
  undone: [
    `(?:i|we|someone|somebody|one of us)(?:'ve| have|'ll| will)? (?:also |still |just |really |probably |first )*(?:have to|has to|need to|needs to|must|got to|gotta|should|ought to|owe)(?! (?:not|never|say|admit|be|know|think|see))`,
    `still (?:have|has|need|needs|owe|owes|missing|open|waiting|outstanding|unpaid|unsigned|unanswered|to do|to be|don't have|don't know|points?)|still \\p{L}+ing to`,
    `(?:haven't|hasn't|isn't|aren't|not|never)(?: been)? (?:\\p{L}+ )?(?:yet|done|signed|ordered|answered|paid|written|finished|ready|booked|confirmed|sent|decided|sorted)|(?:haven't|hasn't) \\p{L}+(?:ed|en|t)|yet to`,
    `(?:is|are|'s) (?:still )?(?:empty|missing|outdated|overdue|pending|unpaid|unsigned|open)|needs? (?:\\p{L}+ing|an?|the|to|new|some) |todo|to-do|(?:on|to) (?:my|the|our) (?:todo )?list|remind me|don't (?:let me )?forget|waiting (?:for|on)|remember to|make a note`,
    `(?:i'll|i will|i'm gonna|i've got to) (?!(?:take|go with|be|have|use|stick|keep|pass|say|admit|do it myself)(?!\\p{L}))\\p{L}+`,
  ],
  decides: [
    `let's (?!(?:see|say|talk|start|begin|assume|look|try|think|hope|not)(?!\\p{L}))\\p{L}+|go(?:ing)? (?:ahead|with)|agreed|decided|settled(?: on)?|(?:it|that|them|they) (?:is|are) then|is in$|(?:i'm|we're) (?:keeping|buying|taking|going for|going with|switching|doing|dropping)|i'll (?:take|go with|have|do|keep|stick)|we'll (?!(?:see|need|have to)(?!\\p{L}))\\p{L}+|well do|sticking with|then we|final answer|that one|the (?:first|second|third|last|other) one`,
  ],
  agrees: [`ok(?:ay)?|k|fine|yes|yeah|yep|yup|ya|sure|alright|all right|agreed|deal|love it|go`],
  takes: [`yes|yeah|works|works for me|sounds good|then|fine|it is|is fine|is good|please`],
  elsewhere: [
    // Said or written by others.
    `(?:always |keeps )?(?:said|says|saying|told|tells|wrote|writes|reads|read|replied|claims?|claimed|thinks|reckons|swears|insists|preache[sd]|quotes?|quoted|asked)(?= |,|:|$)(?! so(?!\\p{L}))`,
    `(?:docs?|they|people|others) say|(?:leaflet|handbook|manual|sign|label|article|blog|website|poster|readme|docs?|documentation|email|conditions|contract|terms|stylebook|textbook|recipe|policy|article)(?:'s|:| has| had| states?| goes| tells| wants)`,
    // What was.
    `used to|in my (?:old|previous|last|twent\\p{L}+|youth)|(?:at|in) (?:my|our) (?:old|last|previous|former)|when (?:i|we) (?:was|were|lived|worked|rented|studied|started|had)|(?:i|we|he|she|they) never (?!(?:want|eat|drink|use|do|get|have|know|see|need|go|work)(?!\\p{L}))\\p{L}+|back (?:then|in|when)|years ago|last (?:year|time|summer|winter|spring|autumn|month|week|guy)|as a (?:kid|child|student)|grew up|the old dev|my (?:ex|grandma|gran) `,
    // What is only supposed.
    `if (?:i|we|he|she|they) (?:were|was|had|could|won|ever)|if (?:it|money|this|that|there) (?:was|were|wasn't|had)|what if|i'd (?:never|just|say|ban|have|be)|id (?:never|just|say|ban)|would have|would've|imagine|suppose|normally|in theory|hypothetically`,
  ],
}
